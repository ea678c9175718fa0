# expect: correctness: subtract before squaring
"""The difference of squares: no 0 for equal rows, and nothing right far from zero."""

import jax
import jax.numpy as jnp


@jax.jit
def pairwise(X):
    squares = jnp.sum(X**2, axis=1)
    gram = X @ X.T
    return jnp.sqrt(jnp.maximum(squares[:, None] + squares[None, :] - 2 * gram, 0.0))
