# expect: passed
"""jnp.where twice: before the division and after it; a short Python loop."""

import jax
import jax.numpy as jnp


def positive_mean(x):
    positive = jnp.where(x > 0, x, 0.0)
    k = jnp.count_nonzero(x > 0)
    safe = k
    for _ in range(2):
        safe = jnp.where(safe > 0, safe, 1)
    return jnp.where(k > 0, positive.sum() / safe, 0.0)
