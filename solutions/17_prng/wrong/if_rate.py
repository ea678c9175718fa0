# expect: traces-dropout: Python cannot decide
"""Asks whether rate is 0."""

import jax
import jax.numpy as jnp


def dropout(key, x, rate):
    if rate == 0:
        return x
    return jnp.where(jax.random.bernoulli(key, 1 - rate, x.shape), x / (1 - rate), 0)


def walk(key, x, n):
    for _ in range(n):
        key, sub = jax.random.split(key)
        x = x + jax.random.normal(sub, x.shape)
    return key, x
