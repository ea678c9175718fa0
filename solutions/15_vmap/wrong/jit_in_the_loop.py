# expect: recompiles: a new function object on each call: a lambda (line 10)
"""A lambda is jitted for each pair."""

import jax
import jax.numpy as jnp


def pairwise(X):
    return jnp.stack(
        [jnp.stack([jax.jit(lambda x, y: jnp.sqrt(jnp.sum((x - y) ** 2)))(x, y) for y in X]) for x in X]
    )
