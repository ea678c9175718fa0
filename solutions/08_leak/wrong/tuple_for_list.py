# expect: correctness: list
"""history is a tuple."""

import jax
import jax.numpy as jnp


def trace_free(x):
    return (2 * x + 1) * 3, (x,)
