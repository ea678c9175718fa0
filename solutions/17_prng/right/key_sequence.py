# expect: passed
"""An object that hands out keys, made anew in each call; a helper that is jitted by itself."""

import jax
import jax.numpy as jnp


class Keys:
    def __init__(self, key):
        self.key = key

    def __call__(self):
        self.key, new = jax.random.split(self.key)
        return new


@jax.jit
def noise(key, x):
    return jax.random.normal(key, jnp.shape(x))


def dropout(key, x, rate):
    return jnp.where(jax.random.bernoulli(key, 1 - rate, x.shape), x / (1 - rate), 0)


def walk(key, x, n):
    keys = Keys(key)
    for _ in range(n):
        x = x + noise(keys(), x)
    return keys(), x
