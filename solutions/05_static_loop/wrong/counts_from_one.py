# expect: correctness: from 0
"""Counts one round too few."""

import jax
import jax.numpy as jnp
from functools import partial


@partial(jax.jit, static_argnames=["n"])
def g(x, n):
    i = 1
    while i < n:
        i += 1
    return x + i
