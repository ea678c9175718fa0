# expect: program: Python loop
"""Python's own sum goes through the coordinates one by one."""

import jax
import jax.numpy as jnp


@jax.jit
def pairwise(X):
    one = lambda x, y: jnp.sqrt(sum((x - y) ** 2))
    return jax.vmap(lambda x: jax.vmap(lambda y: one(x, y))(X))(X)
