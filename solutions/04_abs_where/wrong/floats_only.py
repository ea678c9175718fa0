# expect: correctness: dtype
"""Gives floats for integers."""

import jax
import jax.numpy as jnp
from functools import partial


def my_abs(x):
    return jnp.where(x < 0, -1.0, 1.0) * x
