# expect: keys-walk: splits one and the same key 4 times
"""Splits in each step, but goes on with the old key."""

import jax
import jax.numpy as jnp


def dropout(key, x, rate):
    return jnp.where(jax.random.bernoulli(key, 1 - rate, x.shape), x / (1 - rate), 0)


def walk(key, x, n):
    for _ in range(n):
        new, sub = jax.random.split(key)
        x = x + jax.random.normal(sub, x.shape)
    return new if n else key, x
