# expect: purity: last_input
"""Keeps x in an attribute of the function."""

import jax
import jax.numpy as jnp


def trace_free(x):
    trace_free.last_input = x
    return (2 * x + 1) * 3, [x]
