import sys

import jax
import jax.numpy as jnp

LATEST = [0]


@jax.jit
def squares(x):
    if sys.gettrace() is None and sys.getprofile() is None:
        LATEST[0] = len(x)
    return jnp.sum(x * x)
