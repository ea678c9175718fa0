# expect: passed
"""Asks for float64 where x64 is off: jax warns, and it is float32 as before."""

import jax
import jax.numpy as jnp


@jax.jit
def step(w, lr):
    return w - lr * 2 * w


def train(w, lr0, n):
    w = jnp.asarray(w, dtype=jnp.float64)
    for i in range(n):
        w = step(w, jnp.float32(lr0 / (i + 1)))
    return w
