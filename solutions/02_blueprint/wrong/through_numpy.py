# expect: traces: jax.numpy
"""Makes a NumPy array of a tracer."""

import jax
import jax.numpy as jnp
import math
import numpy as np


def normalise(x):
    x = jnp.asarray(np.asarray(x))
    scale = jnp.max(jnp.abs(x))
    return x / jnp.where(scale == 0, 1, scale)
