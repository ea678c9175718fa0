# expect: traces: in_axes has 1 entry
"""in_axes has one entry, and the function takes two arguments."""

import jax
import jax.numpy as jnp


def distance(x, y):
    return jnp.sqrt(jnp.sum((x - y) ** 2))


@jax.jit
def pairwise(X):
    return jax.vmap(jax.vmap(distance, in_axes=(0,)), in_axes=(0, None))(X, X)
