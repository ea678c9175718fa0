# expect: traces: range(n)
"""Jits the whole function, with n traced."""

import jax
import jax.numpy as jnp
from functools import lru_cache, partial


@jax.jit
def iterate(x, n):
    for _ in range(n):
        x = (x + 2 / x) / 2
    return x
