# expect: correctness: float64
"""Gives back what NumPy makes of it."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def step(w, lr):
    return w - lr * 2 * w


def train(w, lr0, n):
    w = jnp.asarray(w, dtype=jnp.float32)
    for i in range(n):
        w = step(w, lr0 / (i + 1))
    return np.asarray(w, dtype=np.float64)
