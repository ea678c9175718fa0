# expect: passed
"""All steps in one draw."""

import jax
import jax.numpy as jnp


def dropout(key, x, rate):
    return jnp.where(jax.random.bernoulli(key, 1 - rate, x.shape), x / (1 - rate), 0)


def walk(key, x, n):
    key, sub = jax.random.split(key)
    return key, x + jax.random.normal(sub, (n, *x.shape), x.dtype).sum(axis=0)
