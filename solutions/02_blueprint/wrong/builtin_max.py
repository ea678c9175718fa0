# expect: traces: built-in max
"""The built-in max compares, and asks the comparison for its truth."""

import jax
import jax.numpy as jnp
import math
import numpy as np


def normalise(x):
    scale = max(jnp.max(x), -jnp.min(x), 0.0)
    return x / jnp.where(scale == 0, 1, scale)
