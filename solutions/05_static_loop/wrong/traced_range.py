# expect: traces: Python integer
"""Counts by range over a traced n."""

import jax
import jax.numpy as jnp
from functools import partial


@jax.jit
def g(x, n):
    i = 0
    for _ in range(n):
        i += 1
    return x + i
