# expect: purity: clock
"""Reads the clock, once, while tracing."""

import jax
import jax.numpy as jnp
import numpy as np


import time


def shifted(x, offset):
    started = time.time()
    return x + offset + 0 * started
