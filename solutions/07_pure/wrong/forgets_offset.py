# expect: correctness: argument offset
"""Adds a constant in place of the argument."""

import jax
import jax.numpy as jnp
import numpy as np


G = 10


def shifted(x, offset):
    return x + G
