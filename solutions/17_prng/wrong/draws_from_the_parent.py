# expect: keys-walk: Line 15 (`normal`) draws from a key that line 14 splits
"""Splits, and then draws from the key that was split."""

import jax
import jax.numpy as jnp


def dropout(key, x, rate):
    return jnp.where(jax.random.bernoulli(key, 1 - rate, x.shape), x / (1 - rate), 0)


def walk(key, x, n):
    for _ in range(n):
        new, sub = jax.random.split(key)
        x = x + jax.random.normal(key, x.shape)
        key = new
    return key, x
