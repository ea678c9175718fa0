# expect: traces: inside
"""n is static outside, and traced in the jitted function inside."""

import jax
import jax.numpy as jnp
from functools import partial


@jax.jit
def counted(n):
    i = 0
    while i < n:
        i += 1
    return i


@partial(jax.jit, static_argnames=["n"])
def g(x, n):
    return x + counted(n)
