# expect: speedup: pays for 144 calls
"""The distance is jitted, and called for each pair."""

import jax
import jax.numpy as jnp


@jax.jit
def distance(x, y):
    return jnp.sqrt(jnp.sum((x - y) ** 2))


def pairwise(X):
    n = X.shape[0]
    result = jnp.zeros((n, n), X.dtype)
    for i in range(n):
        for j in range(n):
            result = result.at[i, j].set(distance(X[i], X[j]))
    return result
