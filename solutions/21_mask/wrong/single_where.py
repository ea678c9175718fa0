# expect: gradient: (line 9): the way leads through both sides
"""Multiplies by the mask, and chooses after the division: the gradient is nan if there are none."""

import jax.numpy as jnp


def positive_mean(x):
    k = jnp.sum(x > 0)
    return jnp.where(k > 0, jnp.sum(x * (x > 0)) / k, 0.0)
