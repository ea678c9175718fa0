# expect: purity: calls
"""Counts its calls in an attribute; only traces are counted."""

import jax
import jax.numpy as jnp
import numpy as np


def shifted(x, offset):
    shifted.calls += 1
    return x + offset


shifted.calls = 0
