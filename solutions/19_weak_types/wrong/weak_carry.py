# expect: recompiles-carry: weak type
"""Starts from the number as it comes."""

import jax
import jax.numpy as jnp


@jax.jit
def step(w, lr):
    return w - lr * 2 * w


def train(w, lr0, n):
    lr0 = jnp.float32(lr0)
    for i in range(n):
        w = step(w, lr0 / (i + 1))
    return jnp.float32(w)
