# expect: recompiles-rate: new function
"""Defines and jits the step within train: one compilation a call, though nothing has changed its type."""

import jax
import jax.numpy as jnp


def train(w, lr0, n):
    @jax.jit
    def step(w, rate):
        return w - rate * 2 * w

    w = jnp.asarray(w, dtype=jnp.float32)
    lr0 = jnp.asarray(lr0, dtype=jnp.float32)
    for i in range(n):
        w = step(w, lr0 / (i + 1))
    return w
