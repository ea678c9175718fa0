# expect: keys-dropout: makes a key of its own
"""Makes its own key from a number."""

import jax
import jax.numpy as jnp


def dropout(key, x, rate):
    key = jax.random.key(42)
    keep = jax.random.uniform(key, x.shape) >= rate
    return jnp.where(keep, x / (1 - rate), 0.0)


def walk(key, x, n):
    for _ in range(n):
        key, sub = jax.random.split(key)
        x = x + jax.random.normal(sub, x.shape)
    return key, x
