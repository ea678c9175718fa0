# expect: filled: not by the size of the bucket
"""Divides by the size of the bucket."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def core(padded):
    return jnp.mean(padded**2)


def mean_square(x):
    padded = np.zeros(next(size for size in (32, 64, 128, 256) if size >= x.size), np.float32)
    padded[: x.size] = x
    return float(core(padded))
