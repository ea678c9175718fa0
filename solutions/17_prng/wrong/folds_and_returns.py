# expect: keys-walk: folds numbers into
"""Makes the keys by fold_in, and returns the key they were made from."""

import jax
import jax.numpy as jnp


def dropout(key, x, rate):
    return jnp.where(jax.random.bernoulli(key, 1 - rate, x.shape), x / (1 - rate), 0)


def walk(key, x, n):
    for i in range(n):
        x = x + jax.random.normal(jax.random.fold_in(key, i), x.shape)
    return key, x
