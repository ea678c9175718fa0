# expect: passed
"""A key for each entry of x, stacked; and a generator that hands out keys."""

import jax
import jax.numpy as jnp


def dropout(key, x, rate):
    flat = x.ravel()
    keys = jax.random.split(key, flat.size)
    low, high = keys[: flat.size // 2], keys[flat.size // 2 :]
    keep = jax.vmap(lambda k: jax.random.bernoulli(k, 1 - rate))(jnp.concatenate([low, high]))
    return jnp.where(keep.reshape(x.shape), x / (1 - rate), 0)


def walk(key, x, n):
    for _ in range(n):
        key, sub = jax.random.split(key)
        x = x + jax.random.normal(sub, x.shape)
    return key, x
