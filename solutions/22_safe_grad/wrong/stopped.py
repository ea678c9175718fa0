# expect: gradient: expected 0.25, got 0
"""No gradient, no nan; but none where there should be one."""

import jax
import jax.numpy as jnp


def safe_sqrt(x):
    return jnp.where(x > 0, jax.lax.stop_gradient(jnp.sqrt(x)), 0.0)


def log1pexp(x):
    return jnp.logaddexp(x, 0.0)
