# expect: recompiles: never jitted
"""Vectorised, but not jitted."""

import jax
import jax.numpy as jnp


def activate(x):
    return 0.5 * jnp.tanh(x)
