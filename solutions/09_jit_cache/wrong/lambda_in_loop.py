# expect: recompiles: new function
"""A lambda in the loop: a new function in each round."""

import jax
import jax.numpy as jnp
from functools import lru_cache, partial


def iterate(x, n):
    for _ in range(n):
        x = jax.jit(lambda v: (v + 2 / v) / 2)(x)
    return x
