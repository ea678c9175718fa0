# expect: purity: `g`
"""Takes a way through a global variable."""

import jax
import jax.numpy as jnp
import numpy as np


g = 0


def shifted(x, offset):
    global g
    g = g + 1
    return x + offset
