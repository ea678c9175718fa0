# expect: recompiles: (line 17), have one cause: an operation outside jit, compiled again
"""Cuts the padding off again, on the device."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def squares(padded):
    return padded**2


def mean_square(x):
    padded = np.zeros(256, np.float32)
    padded[: x.size] = x
    return float(np.mean(squares(padded)[: x.size]))
