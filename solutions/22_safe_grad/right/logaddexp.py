# expect: passed
"""What jax has for it; and a power instead of a root."""

import jax
import jax.numpy as jnp


def safe_sqrt(x):
    inside = jnp.where(x > 0, x, 4.0)
    return jnp.where(x > 0, inside**0.5, jnp.zeros_like(x))


def log1pexp(x):
    return jnp.logaddexp(x, 0.0)


print(jax.vmap(jax.grad(safe_sqrt))(jnp.array([0.0, 4.0])))
