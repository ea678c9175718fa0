# expect: log1pexp: inf
"""log1p is more precise for small x, but exp still overflows for large x."""

import jax
import jax.numpy as jnp


def safe_sqrt(x):
    return jnp.where(x > 0, jnp.sqrt(jnp.where(x > 0, x, 1.0)), 0.0)


def log1pexp(x):
    return jnp.log1p(jnp.exp(x))
