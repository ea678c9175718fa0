"""Exercise 20, a solution: NumPy pads to one of four sizes, and one jitted function does all the rest."""

import jax
import jax.numpy as jnp
import numpy as np

SIZES = (32, 64, 128, 256)


@jax.jit
def _masked_mean_square(padded, n):
    # n is traced: a value like any other. The shape of padded is all that decides which program is run.
    real = jnp.arange(padded.size) < n
    return jnp.sum(jnp.where(real, padded**2, 0)) / n


def mean_square(x: np.ndarray) -> float:
    """The mean of the squares of x, a vector of 1 to 256 numbers."""
    n = x.size
    padded = np.zeros(next(size for size in SIZES if size >= n), x.dtype)
    padded[:n] = x  # NumPy: nothing to compile, whatever the length
    return float(_masked_mean_square(padded, n))
