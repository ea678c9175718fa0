# expect: keys-dropout: Line 10 (`normal`) draws from the same key as line 9 (`bernoulli`)
"""Adds a little noise, drawn from the key that decided what to keep."""

import jax
import jax.numpy as jnp


def dropout(key, x, rate):
    keep = jax.random.bernoulli(key, 1 - rate, x.shape)
    noise = 1e-9 * jax.random.normal(key, x.shape)
    return jnp.where(keep, x / (1 - rate) + noise, 0)


def walk(key, x, n):
    for _ in range(n):
        key, sub = jax.random.split(key)
        x = x + jax.random.normal(sub, x.shape)
    return key, x
