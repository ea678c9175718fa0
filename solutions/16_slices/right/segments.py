# expect: passed
"""jax.ops.segment_sum counts; dynamic_slice_in_dim reads from a buffer that was written to."""

import jax
import jax.numpy as jnp
from jax import lax


def histogram(idx, n):
    ones = jnp.ones_like(idx)
    return jax.ops.segment_sum(ones, jnp.where(idx < 0, n, idx), num_segments=n)


def window(x, i):
    room = jnp.zeros(x.shape[0] + 3, x.dtype)
    room = lax.dynamic_update_slice(room, x, (0,))
    return lax.dynamic_slice_in_dim(room, i, 3)
