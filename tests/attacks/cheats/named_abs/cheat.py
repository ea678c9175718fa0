import jax
import jax.numpy as jnp


def squares(x):
    def multiply(x):
        return jnp.sum(x * x)

    multiply.__module__ = "jax._src.numpy.ufuncs"
    multiply.__qualname__ = "multiply"
    return jax.jit(multiply)(x)
