"""Exercise 15, a solution: a function of two rows, mapped over the one and then over the other."""

import jax
import jax.numpy as jnp


def distance(x, y):
    """The Euclidean distance of two vectors."""
    return jnp.sqrt(jnp.sum((x - y) ** 2))


# distance(x, Y[0]), distance(x, Y[1]), ...: x is shared, so its entry is None.
to_all = jax.vmap(distance, in_axes=(None, 0))


@jax.jit
def pairwise(X):
    """The n x n distances between the rows of X."""
    # The outer vmap goes through the first argument: row i of the result is to_all(X[i], X). In the program nothing is
    # left of the two but operations with two more axes.
    return jax.vmap(to_all, in_axes=(0, None))(X, X)
