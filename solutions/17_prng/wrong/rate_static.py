# expect: recompiles: rate
"""Makes rate static."""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="rate")
def dropout(key, x, rate):
    keep = jax.random.bernoulli(key, 1 - rate, x.shape)
    return jnp.where(keep, x / (1 - rate), 0)


def walk(key, x, n):
    for _ in range(n):
        key, sub = jax.random.split(key)
        x = x + jax.random.normal(sub, x.shape)
    return key, x
