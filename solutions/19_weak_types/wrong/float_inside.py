# expect: correctness: float(
"""Makes a Python float of the rate inside the jitted step."""

import jax
import jax.numpy as jnp


@jax.jit
def step(w, lr):
    return w - float(lr) * 2 * w


def train(w, lr0, n):
    w = jnp.asarray(w, dtype=jnp.float32)
    for i in range(n):
        w = step(w, lr0 / (i + 1))
    return w
