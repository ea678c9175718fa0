# expect: keys-walk: by way of line 13
"""Two calls of a helper with the same key."""

import jax
import jax.numpy as jnp


def dropout(key, x, rate):
    return jnp.where(jax.random.bernoulli(key, 1 - rate, x.shape), x / (1 - rate), 0)


def noise(key, x):
    return jax.random.normal(key, x.shape)


def walk(key, x, n):
    key, sub = jax.random.split(key)
    for i in range(n):
        x = x + (noise(sub, x) if i == 0 else 0)
    x = x + (noise(sub, x) if n > 1 else 0)
    return key, x
