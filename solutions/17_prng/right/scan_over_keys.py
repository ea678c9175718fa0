# expect: passed
"""A scan over n keys; the one left over is returned."""

import jax
import jax.numpy as jnp


def dropout(key, x, rate):
    return x * (jax.random.uniform(key, x.shape) >= rate) / (1 - rate)


def walk(key, x, n):
    *_, last = keys = jax.random.split(key, n + 1)
    return last, jax.lax.scan(lambda x, k: (x + jax.random.normal(k, x.shape), None), x, keys[:n])[0]
