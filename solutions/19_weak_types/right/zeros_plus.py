# expect: passed
"""A strong type by adding to strong zeros; the rate stays a Python number."""

import jax
import jax.numpy as jnp


@jax.jit
def step(w, lr):
    return w - lr * 2 * w


def train(w, lr0, n):
    w = jnp.zeros(jnp.shape(w), jnp.float32) + w
    for i in range(n):
        w = step(w, lr0 / (i + 1))
    return w
