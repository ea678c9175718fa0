# expect: traces: want a number
"""A function of math on a tracer."""

import jax
import jax.numpy as jnp
import math
import numpy as np


def normalise(x):
    scale = math.sqrt(jnp.max(x * x))
    return x / jnp.where(scale == 0, 1, scale)
