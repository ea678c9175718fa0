# expect: passed
"""Gathers with mode="fill", and weighs each index instead of moving it."""

import jax
import jax.numpy as jnp


def histogram(idx, n):
    inside = (idx >= 0) & (idx < n)
    return jnp.zeros(n, dtype="int32").at[jnp.clip(idx, 0, n - 1)].add(inside.astype(jnp.int32))


def window(x, i):
    places = i + jnp.arange(3)
    jax.debug.print("places {}", places)
    return x.at[places].get(mode="fill", fill_value=0)
