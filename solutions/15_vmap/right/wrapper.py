# expect: passed
"""A plain function in front of the jitted one; jit of the same function in each call."""

import jax
import jax.numpy as jnp


def _from(y, X):
    return jnp.sqrt(jnp.square(X - y).sum(-1))


_all = jax.vmap(_from, (0, None))


def pairwise(X):
    if X.ndim != 2:
        raise ValueError("rows are wanted")
    return jax.jit(_all)(jnp.asarray(X), X)
