# expect: correctness: expected shape [3, 3], got shape [2, 2]
"""Maps over axis 1: the distances between columns."""

import jax
import jax.numpy as jnp


def distance(x, y):
    return jnp.sqrt(jnp.sum((x - y) ** 2))


@jax.jit
def pairwise(X):
    return jax.vmap(jax.vmap(distance, in_axes=(None, 1)), in_axes=(1, None))(X, X)
