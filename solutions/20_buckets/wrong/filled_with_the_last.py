# expect: filled: must not count
"""Repeats the last element, and counts it in the sum."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def core(padded, n):
    return jnp.sum(padded**2) / n


def mean_square(x):
    size = next(size for size in (32, 64, 128, 256) if size >= x.size)
    return float(core(np.pad(x, (0, size - x.size), mode="edge"), x.size))
