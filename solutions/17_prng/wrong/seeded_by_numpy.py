# expect: keys-walk: the same in every call
"""Seeds a key with a number that NumPy draws while jax traces."""

import jax
import jax.numpy as jnp
import numpy as np


def dropout(key, x, rate):
    return jnp.where(jax.random.bernoulli(key, 1 - rate, x.shape), x / (1 - rate), 0)


def walk(key, x, n):
    key = jax.random.key(np.random.randint(10_000))
    for _ in range(n):
        key, sub = jax.random.split(key)
        x = x + jax.random.normal(sub, x.shape)
    return key, x
