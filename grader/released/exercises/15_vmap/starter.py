"""Exercise 15: the distances between all rows of X. Right, but slow."""

import jax.numpy as jnp


def distance(x, y):
    """The Euclidean distance of two vectors."""
    return jnp.sqrt(jnp.sum((x - y) ** 2))


def pairwise(X):
    """The n x n distances between the rows of X."""
    n = X.shape[0]
    result = jnp.zeros((n, n), X.dtype)
    for i in range(n):
        for j in range(n):  # n * n rounds, and half a dozen calls into JAX in each of them
            result = result.at[i, j].set(distance(X[i], X[j]))
    return result


if __name__ == "__main__":
    print(pairwise(jnp.array([[0.0, 0.0], [3.0, 4.0]])))
