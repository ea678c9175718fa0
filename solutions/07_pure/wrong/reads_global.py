# expect: purity: `SHIFT`
"""Reads a global that may change: the program keeps the old value."""

import jax
import jax.numpy as jnp
import numpy as np


SHIFT = [0.0]


def shifted(x, offset):
    return x + offset + SHIFT[0]


def set_shift(value):
    SHIFT[0] = value
