"""Exercise 20: the mean square of a vector. Right, but what does a stream of vectors of all lengths cost?"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def _mean_square(x):
    return jnp.mean(x**2)


def mean_square(x: np.ndarray) -> float:
    """The mean of the squares of x, a vector of 1 to 256 numbers."""
    return float(_mean_square(x))  # every length is another shape


if __name__ == "__main__":
    with jax.log_compiles():  # says aloud what is compiled
        for length in (3, 4, 5):
            print(length, mean_square(np.ones(length, np.float32)))
