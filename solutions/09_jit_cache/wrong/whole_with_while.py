# expect: traces: while
"""Jits the whole function around a Python while."""

import jax
import jax.numpy as jnp
from functools import lru_cache, partial


@jax.jit
def iterate(x, n):
    while n > 0:
        x = (x + 2 / x) / 2
        n = n - 1
    return x
