# expect: recompiles: never jitted
"""No jit at all."""

import jax
import jax.numpy as jnp
from functools import lru_cache, partial


def iterate(x, n):
    for _ in range(n):
        x = (x + 2 / x) / 2
    return x
