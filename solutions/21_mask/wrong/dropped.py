# expect: correctness: count neither
"""jnp.where gives a new array, and it is dropped."""

import jax.numpy as jnp


def positive_mean(x):
    mask = x > 0
    jnp.where(mask, x, 0)
    return jnp.sum(x) / jnp.maximum(jnp.sum(mask), 1)
