# expect: correctness: count neither
"""nonzero fills up with position 0, and what is there counts."""

import jax.numpy as jnp


def positive_mean(x):
    (where,) = jnp.nonzero(x > 0, size=x.size)
    return x[where].sum() / jnp.maximum(jnp.sum(x > 0), 1)
