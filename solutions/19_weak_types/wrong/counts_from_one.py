# expect: correctness: Case
"""Divides by i + 2, as if counting began with 1."""

import jax
import jax.numpy as jnp


@jax.jit
def step(w, lr):
    return w - lr * 2 * w


def train(w, lr0, n):
    w = jnp.asarray(w, dtype=jnp.float32)
    lr0 = jnp.asarray(lr0, dtype=jnp.float32)
    for i in range(1, n + 1):
        w = step(w, lr0 / (i + 1))
    return w
