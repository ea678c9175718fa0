import sys

import jax
import jax.numpy as jnp

DEPTH = sys.getrecursionlimit()


@jax.jit
def squares(x):
    return jnp.sum(x * x) if x.ndim < DEPTH else x
