# expect: correctness: below zero
"""The root of |x|: something else where x is negative."""

import jax
import jax.numpy as jnp


def safe_sqrt(x):
    return jnp.sqrt(jnp.abs(x))


def log1pexp(x):
    return jnp.logaddexp(x, 0.0)
