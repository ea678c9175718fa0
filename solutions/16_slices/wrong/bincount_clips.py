# expect: correctness: below zero
"""jnp.bincount puts negative indices into the first bin."""

import jax
import jax.numpy as jnp
from functools import partial
from jax import lax


def histogram(idx, n):
    return jnp.bincount(idx, length=n)


def window(x, i):
    return lax.dynamic_slice(jnp.pad(x, (0, 3)), (i,), (3,))
