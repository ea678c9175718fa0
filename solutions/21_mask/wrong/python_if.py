# expect: traces: cannot choose a branch
"""A Python if for the case that there are none."""

import jax.numpy as jnp


def positive_mean(x):
    k = jnp.sum(x > 0)
    if k == 0:
        return 0.0
    return jnp.sum(jnp.where(x > 0, x, 0)) / k
