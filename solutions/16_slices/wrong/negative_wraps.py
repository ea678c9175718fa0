# expect: correctness: below zero
"""Negative indices count from the end."""

import jax
import jax.numpy as jnp
from functools import partial
from jax import lax


def histogram(idx, n):
    return jnp.zeros(n, jnp.int32).at[idx].add(1, mode="drop")


def window(x, i):
    return lax.dynamic_slice(jnp.pad(x, (0, 3)), (i,), (3,))
