# expect: correctness: expected a Python float, got an array float32[]
"""Returns an array of jax."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def core(padded, n):
    return jnp.sum(padded**2) / n


def mean_square(x):
    padded = np.zeros(256, np.float32)
    padded[: x.size] = x
    return core(padded, x.size)
