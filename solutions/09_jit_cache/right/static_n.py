# expect: passed
"""The whole is jitted, with n static."""

import jax
import jax.numpy as jnp
from functools import lru_cache, partial


@partial(jax.jit, static_argnums=1)
def iterate(x, n):
    for _ in range(n):
        x = (x + 2 / x) / 2
    return x
