# expect: correctness: zero
"""Adds a small number under the root: finite, but another value."""

import jax
import jax.numpy as jnp


def safe_sqrt(x):
    return jnp.sqrt(jnp.maximum(x, 0.0) + 1e-6)


def log1pexp(x):
    return jnp.logaddexp(x, 0.0)
