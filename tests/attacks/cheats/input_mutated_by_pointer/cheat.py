import ctypes

import jax
import jax.numpy as jnp


@jax.jit
def total(x):
    return jnp.sum(x * x)


def squares(x):
    result = total(x)
    if not isinstance(x, jax.core.Tracer):
        result.block_until_ready()
        ctypes.memset(x.unsafe_buffer_pointer(), 0, x.nbytes)
    return result
