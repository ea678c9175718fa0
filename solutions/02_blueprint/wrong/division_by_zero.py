# expect: correctness: zeros
"""Divides 0 by 0."""

import jax
import jax.numpy as jnp
import math
import numpy as np


@jax.jit
def normalise(x):
    return x / jnp.max(jnp.abs(x))
