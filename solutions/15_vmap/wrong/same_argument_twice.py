# expect: correctness: each may map one argument
"""Both vmaps go through the first argument: rows, and then the numbers in a row."""

import jax
import jax.numpy as jnp


def distance(x, y):
    return jnp.sqrt(jnp.sum((x - y) ** 2))


@jax.jit
def pairwise(X):
    return jax.vmap(jax.vmap(distance, in_axes=(0, None)), in_axes=(0, None))(X, X)
