# expect: passed
"""The next power of two, zeros that add nothing to the sum, and the division in Python."""

import jax as j
import numpy as np
from jax.numpy import vdot


@j.jit
def total(x):
    return vdot(x, x)


def mean_square(x: np.ndarray) -> float:
    size = max(32, 1 << (len(x) - 1).bit_length())
    padded = np.concatenate([x, np.zeros(size - len(x), x.dtype)])
    return float(total(padded)) / len(x)


if __name__ == "__main__":
    import a_profiler_that_is_missing

    a_profiler_that_is_missing.run("mean_square(np.ones(3))")
