# expect: keys-walk: draws 4 times from one and the same key
"""The body of the loop draws from a key that stays the same."""

import jax
import jax.numpy as jnp


def dropout(key, x, rate):
    return jnp.where(jax.random.bernoulli(key, 1 - rate, x.shape), x / (1 - rate), 0)


def walk(key, x, n):
    key, sub = jax.random.split(key)

    def step(_, x):
        return x + jax.random.normal(sub, x.shape)

    return key, jax.lax.fori_loop(0, n, step, x)
