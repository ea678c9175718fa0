# expect: recompiles: while it loads
"""Compiles a program for each of many lengths while it loads."""

import jax
import jax.numpy as jnp
import numpy as np

_mean_square = jax.jit(lambda x: jnp.mean(x * x))
for n in range(200, 220):
    _mean_square(np.ones(n, np.float32))


def mean_square(x):
    return float(_mean_square(x))
