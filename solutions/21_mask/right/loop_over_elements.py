# expect: passed
"""A scan that carries sum and count."""

import jax
import jax.numpy as jnp
from jax import lax


def positive_mean(x):
    def step(carry, v):
        total, k = carry
        return lax.cond(v > 0, lambda: (total + v, k + 1), lambda: (total, k)), None

    (total, k), _ = lax.scan(step, (jnp.zeros((), x.dtype), 0), x)
    return total / jnp.maximum(k, 1)
