# expect: passed
"""A while_loop over the words of the key, and a legacy key between."""

import jax
import jax.numpy as jnp


def dropout(key, x, rate):
    old = jax.random.key_data(key)
    return jnp.where(jax.random.uniform(old, x.shape) < rate, 0, x / (1 - rate))


def walk(key, x, n):
    def step(state):
        i, key, x = state
        mine, key = jax.random.split(key)
        return i + 1, key, x + jax.random.normal(mine, x.shape)

    return jax.lax.while_loop(lambda s: s[0] < n, step, (0, key, x))[1:]
