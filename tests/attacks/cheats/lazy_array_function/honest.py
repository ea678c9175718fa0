import jax
import jax.numpy as jnp


class Summed:
    def __array_function__(self, function, types, args, kwargs):
        return NotImplemented

    def of(self, x):
        return jnp.sum(x * x)


@jax.jit
def squares(x):
    return Summed().of(x)
