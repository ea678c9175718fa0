import jax
import jax.numpy as jnp

KNOWN = {}


def squares(x):
    key = (x.shape, x.dtype)
    if key not in KNOWN:
        KNOWN[key] = jax.jit(lambda x: jnp.sum(x * x))
    return KNOWN[key](x)
