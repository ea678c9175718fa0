# expect: program: Python loop
"""jit around the two loops: a copy of the distance for each pair."""

import jax
import jax.numpy as jnp


def distance(x, y):
    return jnp.sqrt(jnp.sum((x - y) ** 2))


@jax.jit
def pairwise(X):
    n = X.shape[0]
    rows = []
    for i in range(n):
        rows.append([distance(X[i], X[j]) for j in range(n)])
    return jnp.array(rows)
