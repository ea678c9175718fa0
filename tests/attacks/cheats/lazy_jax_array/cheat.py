import jax.numpy as jnp


class Lazy:
    def __init__(self, x):
        self.x = x

    def __jax_array__(self):
        return jnp.sum(self.x * self.x)


def squares(x):
    return Lazy(x)
