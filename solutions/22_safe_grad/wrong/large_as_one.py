# expect: log1pexp: hundred
"""Keeps exp in bounds by clipping x, and forgets what was cut off."""

import jax
import jax.numpy as jnp


def safe_sqrt(x):
    return jnp.where(x > 0, jnp.sqrt(jnp.where(x > 0, x, 1.0)), 0.0)


def log1pexp(x):
    return jnp.log1p(jnp.exp(jnp.clip(x, -30, 30)))
