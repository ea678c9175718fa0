# expect: structure: pure_callback
"""Has the program call NumPy back: what is computed there is in no blueprint."""

import jax
import numpy as np


def _normalise(x):
    scale = np.max(np.abs(x))
    return (x / (scale or 1)).astype(np.float32)


def normalise(x):
    return jax.pure_callback(_normalise, jax.ShapeDtypeStruct(x.shape, np.float32), x)
