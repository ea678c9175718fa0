import jax
import jax.numpy as jnp


class Squares:
    def __init__(self, x):
        self.x = x

    def computed(self):
        return jnp.sum(self.x * self.x)


@jax.jit
def squares(x):
    return Squares(x).computed()
