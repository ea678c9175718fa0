# expect: passed
"""The mask is made by NumPy, too; buckets by 64; the mean takes it as where=."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def core(padded, mask):
    return jnp.mean(padded**2, where=mask)


def mean_square(x):
    rest = -x.size % 64
    mask = np.arange(x.size + rest) < x.size
    return float(core(np.pad(x, (0, rest)), mask))
