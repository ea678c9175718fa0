# expect: keys-dropout: draws with `np.random`
"""Draws with NumPy, once, while jax traces."""

import jax
import jax.numpy as jnp
import numpy as np


def dropout(key, x, rate):
    keep = np.random.uniform(size=x.shape) >= rate
    return jnp.where(keep, x / (1 - rate), 0.0)


def walk(key, x, n):
    for _ in range(n):
        key, sub = jax.random.split(key)
        x = x + jax.random.normal(sub, x.shape)
    return key, x
