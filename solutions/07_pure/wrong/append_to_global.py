# expect: purity: `seen`
"""Remembers shapes in a global list."""

import jax
import jax.numpy as jnp
import numpy as np


seen = []


def shifted(x, offset):
    seen.append(jnp.shape(x))
    return x + offset
