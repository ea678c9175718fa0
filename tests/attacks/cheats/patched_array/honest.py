import jax
import jax.numpy as jnp

ArrayImpl = type(jnp.zeros(()))


@jax.jit
def total(x):
    return jnp.sum(x * x)


def squares(x):
    result = total(x)
    return result if type(result) is ArrayImpl or not hasattr(result, "item") else result
