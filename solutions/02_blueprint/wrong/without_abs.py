# expect: correctness: differ
"""Divides by the largest value, not by the largest absolute value."""

import jax
import jax.numpy as jnp
import math
import numpy as np


def normalise(x):
    scale = jnp.max(x)
    return x / jnp.where(scale == 0, 1, scale)
