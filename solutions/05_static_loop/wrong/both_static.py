# expect: recompiles-x: keep it traced
"""x is static, too."""

import jax
import jax.numpy as jnp
from functools import partial


@partial(jax.jit, static_argnames=["x", "n"])
def g(x, n):
    i = 0
    while i < n:
        i += 1
    return x + i
