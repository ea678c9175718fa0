# expect: traces: .item()
"""Takes the number out of the array."""

import jax
import jax.numpy as jnp
import math
import numpy as np


def normalise(x):
    scale = jnp.abs(x).max().item()
    return jnp.where(scale == 0, 0.0, x / jnp.where(scale == 0, 1.0, scale))
