import jax
import jax.numpy as jnp


class Power:
    def __init__(self, exponent):
        self.exponent = exponent

    def __eq__(self, other):
        return isinstance(other, Power) and self.exponent == other.exponent

    def __hash__(self):
        return hash(self.exponent)


total = jax.jit(lambda x, power: jnp.sum(x**power.exponent), static_argnames="power")


def squares(x):
    return total(x, power=Power(2))
