# expect: passed
"""The length travels at the end of the padded array; jit of the same function in each call."""

import jax
import jax.numpy as jnp
import numpy as np


def core(packed):
    x, n = packed[:-1], packed[-1]
    return jnp.where(jnp.arange(x.shape[0]) < n, x * x, 0.0).sum() / n


def mean_square(x):
    packed = np.zeros(257, np.float32)
    packed[: len(x)], packed[-1] = x, len(x)
    return float(jax.jit(core)(packed))
