# expect: edge: not finite: inf
"""Never negative, but still 0: the derivative is inf there."""

import jax
import jax.numpy as jnp


def safe_sqrt(x):
    return jnp.sqrt(jnp.maximum(x, 0.0))


def log1pexp(x):
    return jnp.logaddexp(x, 0.0)
