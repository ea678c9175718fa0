# expect: traces: which has no such axis
"""The inner vmap has rows before it, which have no axis 1."""

import jax
import jax.numpy as jnp


def distance(x, y):
    return jnp.sqrt(jnp.sum((x - y) ** 2))


@jax.jit
def pairwise(X):
    return jax.vmap(jax.vmap(distance, in_axes=(1, None)), in_axes=(0, None))(X, X)
