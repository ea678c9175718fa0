# expect: traces: jax.numpy
"""A NumPy function on a tracer."""

import jax
import jax.numpy as jnp
import math
import numpy as np


def normalise(x):
    size = np.sqrt(x * x)
    scale = size.max()
    return x / jnp.where(scale == 0, 1, scale)
