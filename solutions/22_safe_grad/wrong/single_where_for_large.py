# expect: slope: nan
"""The value is right by a single where; the gradient is nan, as above."""

import jax
import jax.numpy as jnp


def safe_sqrt(x):
    return jnp.where(x > 0, jnp.sqrt(jnp.where(x > 0, x, 1.0)), 0.0)


def log1pexp(x):
    return jnp.where(x > 20, x, jnp.log1p(jnp.exp(x)))
