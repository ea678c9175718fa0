import jax
import jax.numpy as jnp


class Counted(type):
    made = 0

    def __call__(cls, *args):
        return super().__call__(*args)


class Total(metaclass=Counted):
    def __init__(self, x):
        self.x = x

    def value(self):
        return jnp.sum(self.x * self.x)


@jax.jit
def squares(x):
    return Total(x).value()
