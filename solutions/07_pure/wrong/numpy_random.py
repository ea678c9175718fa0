# expect: purity: random
"""Draws from NumPy's global generator: once, while tracing."""

import jax
import jax.numpy as jnp
import numpy as np


def shifted(x, offset):
    return x + offset + 1e-9 * np.random.normal()
