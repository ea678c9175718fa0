# expect: traces-safe_sqrt: jnp.where
"""Python's if on a tracer."""

import jax
import jax.numpy as jnp


def safe_sqrt(x):
    if x > 0:
        return jnp.sqrt(x)
    return 0.0 * x


def log1pexp(x):
    return jnp.logaddexp(x, 0.0)
