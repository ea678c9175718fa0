# expect: recompiles-numbers: weak type
"""The first rate is the number itself, the next ones are arrays."""

import jax
import jax.numpy as jnp


@jax.jit
def step(w, lr):
    return w - lr * 2 * w


def train(w, lr0, n):
    w = jnp.asarray(w, dtype=jnp.float32)
    lr = lr0
    for i in range(n):
        w = step(w, lr)
        lr = jnp.float32(lr0) / (i + 2)
    return w
