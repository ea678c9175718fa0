# expect: correctness: line 14
"""Looks for a bucket that is larger than the array, and finds none for 256."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def core(padded, n):
    return jnp.sum(padded**2) / n

def mean_square(x):
    size = next(size for size in (32, 64, 128, 256) if size > x.size)
    return float(core(np.pad(x, (0, size - x.size)), x.size))
