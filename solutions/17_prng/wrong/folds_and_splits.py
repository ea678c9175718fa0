# expect: keys-walk: of one key, use only one of the two
"""split(key)[0] is fold_in(key, 0), which was drawn from."""

import jax
import jax.numpy as jnp


def dropout(key, x, rate):
    return jnp.where(jax.random.bernoulli(key, 1 - rate, x.shape), x / (1 - rate), 0)


def walk(key, x, n):
    for i in range(n):
        x = x + jax.random.normal(jax.random.fold_in(key, i), x.shape)
    return jax.random.split(key)[0], x
