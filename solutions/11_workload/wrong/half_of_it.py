# expect: recompiles: Most of the work
"""NumPy computes, a jitted function halves."""

import jax
import numpy as np

_half = jax.jit(lambda y: y * 0.5)


def activate(x):
    return _half(np.tanh(np.asarray(x)))
