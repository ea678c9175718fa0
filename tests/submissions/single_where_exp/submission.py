import jax.numpy as jnp


def safe_sqrt(x):
    ok = x > 0
    return jnp.where(ok, jnp.sqrt(jnp.where(ok, x, 1.0)), 0.0)


def log1pexp(x):
    grown = jnp.exp(x)
    return jnp.where(x > 30, x, jnp.log(1 + grown))
