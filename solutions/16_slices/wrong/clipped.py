# expect: correctness: beyond the end
"""Clips the indices: what is out of range is counted at the edges."""

import jax
import jax.numpy as jnp
from functools import partial
from jax import lax


def histogram(idx, n):
    return jnp.zeros(n, jnp.int32).at[jnp.clip(idx, 0, n - 1)].add(1)


def window(x, i):
    return lax.dynamic_slice(jnp.pad(x, (0, 3)), (i,), (3,))
