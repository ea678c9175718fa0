# expect: passed
"""Another finite gradient at the edge than 0, and a sum of exponentials."""

import jax
import jax.numpy as jnp
from jax.scipy.special import logsumexp


def safe_sqrt(x):
    x = jnp.asarray(x, float)
    steep = jnp.minimum(x, 0.0)
    return jnp.where(x > 0, jnp.sqrt(jnp.where(x > 0, x, 1.0)), steep - jax.lax.stop_gradient(steep))


def log1pexp(x):
    x = jnp.asarray(x)
    return logsumexp(jnp.stack([x, jnp.zeros_like(x)]), axis=0)
