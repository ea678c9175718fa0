# expect: recompiles-rate: new function
"""Jits a lambda in the loop."""

import jax
import jax.numpy as jnp


def train(w, lr0, n):
    w = jnp.asarray(w, dtype=jnp.float32)
    lr0 = jnp.asarray(lr0, dtype=jnp.float32)
    for i in range(n):
        w = jax.jit(lambda w, lr: w - lr * 2 * w)(w, lr0 / (i + 1))
    return w
