# expect: passed
"""jit by a call, with static_argnames."""

import jax
import jax.numpy as jnp
from functools import partial


def g(x, n):
    i = 0
    while i < n:
        i += 1
    return x + i


g_jit = jax.jit(g, static_argnames=["n"])
print(g_jit(10, n=20))
g = g_jit
