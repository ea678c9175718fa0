# expect: walk: (new key, x)
"""Returns no key."""

import jax
import jax.numpy as jnp


def dropout(key, x, rate):
    return jnp.where(jax.random.bernoulli(key, 1 - rate, x.shape), x / (1 - rate), 0)


def walk(key, x, n):
    for sub in jax.random.split(key, n):
        x = x + jax.random.normal(sub, x.shape)
    return x
