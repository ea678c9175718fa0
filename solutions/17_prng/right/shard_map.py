# expect: passed
"""Draws on each device by itself, in a program that keys are not followed into."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, PartitionSpec

mesh = Mesh(np.array(jax.devices()[:1]), ("devices",))
everywhere = PartitionSpec()


def dropout(key, x, rate):
    def mask(key):
        return jax.random.bernoulli(key, 1 - rate, x.shape)

    keep = jax.shard_map(mask, mesh=mesh, in_specs=everywhere, out_specs=everywhere)(key)
    return jnp.where(keep, x / (1 - rate), 0)


def walk(key, x, n):
    def step(key, x):
        return x + jax.random.normal(key, x.shape)

    for _ in range(n):
        key, sub = jax.random.split(key)
        x = jax.shard_map(step, mesh=mesh, in_specs=everywhere, out_specs=everywhere)(sub, x)
    return key, x
