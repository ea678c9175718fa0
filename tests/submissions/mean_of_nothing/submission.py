import jax.numpy as jnp


def positive_mean(x):
    kept = jnp.where(x > 0, x, 0)
    return jnp.sum(kept) / jnp.sum(x > 0)
