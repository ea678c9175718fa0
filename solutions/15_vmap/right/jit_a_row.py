# expect: passed
"""A jitted function for one row, called for each: half of the way, and within what is asked."""

import jax
import jax.numpy as jnp


@jax.jit
def from_row(x, X):
    return jnp.sqrt(jnp.sum((X - x) ** 2, axis=1))


def pairwise(X):
    return jnp.stack([from_row(x, X) for x in X])
