# expect: passed
"""mode="drop" with an index that no array has; the window is rolled to the front and what went round is masked."""

import jax
import jax.numpy as jnp
from jax import lax


def histogram(idx, n):
    h = jnp.zeros((n,), jnp.int32)
    h = h.at[jnp.where(idx >= 0, idx, jnp.iinfo(jnp.int32).max)].add(1, mode="drop")
    return h


def window(x, i):
    long = jnp.concatenate([x, jnp.zeros(3, x.dtype)])
    rolled = jnp.roll(long, -i)[:3]
    return jnp.where(i + jnp.arange(3) < len(x), rolled, 0.0)


assert histogram(jnp.array([0, 0]), 1).shape == (1,)
