import jax.numpy as jnp


def safe_sqrt(x):
    return jnp.maximum(x, 0.0) ** 0.5


def log1pexp(x):
    return jnp.logaddexp(x, 0.0)
