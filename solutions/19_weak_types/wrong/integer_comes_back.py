# expect: correctness: int32
"""Leaves an integer as it is where there is no step."""

import jax
import jax.numpy as jnp


@jax.jit
def step(w, lr):
    return w - lr * 2 * w


def train(w, lr0, n):
    w = jnp.asarray(w)
    for i in range(n):
        w = step(w, jnp.float32(lr0) / (i + 1))
    return w
