import jax.numpy as jnp


def safe_sqrt(x):
    ok = x > 0
    return jnp.where(ok, jnp.sqrt(jnp.where(ok, x, 1.0)), 0.0)


def log1pexp(x):
    wide = jnp.asarray(x, dtype=jnp.float64)
    return jnp.log(1 + jnp.exp(wide)).astype(jnp.float32)
