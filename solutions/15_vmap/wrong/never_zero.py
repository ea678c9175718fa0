# expect: correctness: expected 0, got
"""A small number under the root, which is not 0 for equal rows."""

import jax
import jax.numpy as jnp


@jax.jit
def pairwise(X):
    return jnp.sqrt(jnp.sum((X[:, None] - X[None]) ** 2, axis=-1) + 1e-8)
