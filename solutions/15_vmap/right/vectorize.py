# expect: passed
"""jnp.vectorize with a signature, and a short loop that has nothing to do with the sizes."""

import jax
import jax.numpy as jnp


def between(x, y):
    r = x - y
    for _ in range(2):
        r = jnp.abs(r)
    return jnp.sqrt(r @ r)


@jax.jit
def pairwise(X):
    return jnp.vectorize(between, signature="(d),(d)->()")(X[:, None], X)
