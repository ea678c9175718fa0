# expect: recompiles: function object
"""Remembers a jitted function for each value."""

import jax
import jax.numpy as jnp
from functools import lru_cache, partial


@lru_cache(maxsize=None)
def step_at(values):
    return jax.jit(lambda v: (v + 2 / v) / 2)


def iterate(x, n):
    for _ in range(n):
        x = step_at(tuple(x.ravel().tolist()))(x)
    return x
