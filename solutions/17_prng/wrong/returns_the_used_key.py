# expect: keys-walk: the one that line 15 draws from
"""Returns the key of the last draw."""

import jax
import jax.numpy as jnp


def dropout(key, x, rate):
    return jnp.where(jax.random.bernoulli(key, 1 - rate, x.shape), x / (1 - rate), 0)


def walk(key, x, n):
    for _ in range(n):
        key, sub = jax.random.split(key)
        x = x + jax.random.normal(sub, x.shape)
    return sub if n else key, x
