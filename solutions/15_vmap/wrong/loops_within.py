# expect: program: Python loop
"""The jitted loops are called by a plain function."""

import jax
import jax.numpy as jnp


@jax.jit
def rows_from(x, X):
    return jnp.stack([jnp.linalg.norm(x - X[j]) for j in range(X.shape[0])])


def pairwise(X):
    return jnp.stack([rows_from(x, X) for x in X])
