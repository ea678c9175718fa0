# expect: recompiles: never jitted
"""NumPy alone: nothing is jitted."""

import numpy as np


def mean_square(x):
    return float(np.mean(x**2))
