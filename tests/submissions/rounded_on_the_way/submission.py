import jax.numpy as jnp


def safe_sqrt(x):
    ok = x > 0
    return jnp.where(ok, jnp.sqrt(jnp.where(ok, x, 1.0)), 0.0)


def log1pexp(x):
    y = jnp.logaddexp(x, 0.0)
    return jnp.round(y * 1e6) / 1e6
