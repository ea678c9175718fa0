# expect: traces: gives a result whose size depends on values
"""jnp.where with one argument: the positions, however many there are."""

import jax.numpy as jnp


def positive_mean(x):
    positive = x[jnp.where(x > 0)]
    return positive.sum() / jnp.maximum(positive.size, 1)
