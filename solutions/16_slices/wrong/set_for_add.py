# expect: correctness: repeats
"""Reads all before it writes: a repeated index counts once."""

import jax
import jax.numpy as jnp
from functools import partial
from jax import lax


def histogram(idx, n):
    h = jnp.zeros(n, jnp.int32)
    idx = jnp.where(idx < 0, n, idx)
    return h.at[idx].set(h[idx] + 1)


def window(x, i):
    return lax.dynamic_slice(jnp.pad(x, (0, 3)), (i,), (3,))
