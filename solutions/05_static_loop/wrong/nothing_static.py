# expect: traces: static
"""Nothing is static."""

import jax
import jax.numpy as jnp
from functools import partial


def g(x, n):
    i = 0
    while i < n:
        i += 1
    return x + i


g = jax.jit(g)
