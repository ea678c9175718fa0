# expect: recompiles: never jitted
"""vmap alone compiles nothing as a whole."""

import jax
import jax.numpy as jnp


def distance(x, y):
    return jnp.sqrt(jnp.sum((x - y) ** 2))


def pairwise(X):
    return jax.vmap(jax.vmap(distance, in_axes=(None, 0)), in_axes=(0, None))(X, X)
