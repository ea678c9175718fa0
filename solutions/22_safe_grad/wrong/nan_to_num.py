# expect: edge: 0 · inf is nan
"""Repairs the result, which is too late for the gradient."""

import jax
import jax.numpy as jnp


def safe_sqrt(x):
    return jnp.nan_to_num(jnp.sqrt(x))


def log1pexp(x):
    return jnp.logaddexp(x, 0.0)
