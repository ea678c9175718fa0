# expect: correctness: round
"""Runs one round too many."""

import jax
import jax.numpy as jnp
from functools import lru_cache, partial


@jax.jit
def step(v):
    return (v + 2 / v) / 2


def iterate(x, n):
    for _ in range(n + 1):
        x = step(x)
    return x
