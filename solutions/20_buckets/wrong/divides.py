# expect: recompiles: Most of the work
"""NumPy does the work, a jitted function the division."""

import jax
import numpy as np

divide = jax.jit(lambda s, n: s / n)

def mean_square(x):
    return float(divide(np.dot(x, x), x.size))
