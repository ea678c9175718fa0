import jax
import jax.numpy as jnp

KNOWN = {}


def squares(x):
    if x.shape not in KNOWN:
        KNOWN[x.shape] = jax.jit(lambda x: jnp.sum(x * x))
    return KNOWN[x.shape](x)
