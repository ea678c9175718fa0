# expect: keys-walk: draws 4 times from one and the same key
"""Uses the key in each step."""

import jax
import jax.numpy as jnp


def dropout(key, x, rate):
    return jnp.where(jax.random.bernoulli(key, 1 - rate, x.shape), x / (1 - rate), 0)


def walk(key, x, n):
    for _ in range(n):
        x = x + jax.random.normal(key, x.shape)
    return jax.random.split(key)[0], x
