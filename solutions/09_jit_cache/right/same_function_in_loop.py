# expect: passed
"""jit of the same function in the loop: the cache is found."""

import jax
import jax.numpy as jnp
from functools import lru_cache, partial


def step(v):
    return (v + 2 / v) / 2


def iterate(x, n):
    for _ in range(n):
        x = jax.jit(step)(x)
    return x


print(iterate(jnp.ones(2), 3))
