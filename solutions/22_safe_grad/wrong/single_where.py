# expect: edge: not finite: nan
"""A single where: the branch that is not taken spoils the gradient."""

import jax
import jax.numpy as jnp


def safe_sqrt(x):
    return jnp.where(x > 0, jnp.sqrt(x), 0.0)


def log1pexp(x):
    return jnp.logaddexp(x, 0.0)
