# expect: correctness: list as a static argument
"""Hands on a list as a static argument."""

import jax
import jax.numpy as jnp
from functools import partial


@partial(jax.jit, static_argnames=["steps"])
def count(x, steps):
    i = 0
    for _ in steps:
        i += 1
    return x + i


def g(x, n):
    return count(x, steps=list(range(n)))
