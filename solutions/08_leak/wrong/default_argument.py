# expect: purity: default
"""A default argument is made once and kept with the function."""

import jax
import jax.numpy as jnp


def trace_free(x, kept=[]):
    kept.clear()
    kept.append(x)
    y = (2 * x + 1) * 3
    return y, list(kept)
