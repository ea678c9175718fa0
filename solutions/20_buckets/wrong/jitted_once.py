# expect: recompiles: does not always use what it jits
"""Jitted in the first call, NumPy in the others."""

import jax
import jax.numpy as jnp
import numpy as np

jitted = jax.jit(lambda x: jnp.mean(x * x))
first = True


def mean_square(x):
    global first
    if first:
        result = float(jitted(x))
        first = False
        return result
    return float(np.mean(x * x))
