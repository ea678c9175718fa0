# expect: recompiles: (line 17), have one cause: an operation outside jit, compiled again
"""Pads with jax, outside jit: a small program for every length."""

import jax
import jax.numpy as jnp


@jax.jit
def core(padded, n):
    return jnp.sum(padded**2) / n


def mean_square(x):
    size = 32
    while size < x.size:
        size *= 2
    padded = jnp.pad(x, (0, size - x.size))
    return float(core(padded, x.size))
