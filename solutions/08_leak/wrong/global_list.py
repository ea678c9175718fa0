# expect: purity: `seen`
"""Appends to a global list, which then holds a tracer."""

import jax
import jax.numpy as jnp


seen = []


def trace_free(x):
    seen.append(x)
    y = (2 * x + 1) * 3
    return y, [x]
