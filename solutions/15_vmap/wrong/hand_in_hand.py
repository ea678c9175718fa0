# expect: correctness: row i meets row i alone
"""One vmap, through both arguments at once: n distances, each of a row from itself."""

import jax
import jax.numpy as jnp


def distance(x, y):
    return jnp.sqrt(jnp.sum((x - y) ** 2))


@jax.jit
def pairwise(X):
    return jax.vmap(distance)(X, X)
