# expect: recompiles: an operation outside jit
"""Makes the mask with jax, outside jit: two small programs for each bucket."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def core(padded, mask):
    return jnp.sum(jnp.where(mask, padded**2, 0)) / jnp.sum(mask)


def mean_square(x):
    size = next(size for size in (32, 64, 128, 256) if size >= x.size)
    padded = np.zeros(size, np.float32)
    padded[: x.size] = x
    return float(core(padded, jnp.arange(size) < x.size))
