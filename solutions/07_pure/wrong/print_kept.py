# expect: purity: print
"""Prints while it is traced, and never again."""

import jax
import jax.numpy as jnp
import numpy as np


def shifted(x, offset):
    print("Hello")
    return x + offset
