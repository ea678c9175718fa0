# expect: recompiles: new function
"""A def in the loop, with a decorator."""

import jax
import jax.numpy as jnp
from functools import lru_cache, partial


def iterate(x, n):
    for _ in range(n):

        @jax.jit
        def step(v):
            return (v + 2 / v) / 2

        x = step(x)
    return x
