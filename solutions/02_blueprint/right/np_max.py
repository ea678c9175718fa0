# expect: passed
"""np.max and np.sum delegate to the tracer's own methods: they trace."""

import jax
import jax.numpy as jnp
import math
import numpy as np


def normalise(x):
    scale = np.max(jnp.abs(x))
    if np.ndim(x) == 1 and x.size == 0:
        return x
    return jnp.where(scale > 0, x / scale, np.float32(0) * np.sum(x))
