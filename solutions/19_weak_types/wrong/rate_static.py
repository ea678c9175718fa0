# expect: recompiles-rate: static lr
"""Keeps the rate static."""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=1)
def step(w, lr):
    return w - lr * 2 * w


def train(w, lr0, n):
    w = jnp.asarray(w, dtype=jnp.float32)
    for i in range(n):
        w = step(w, float(lr0) / (i + 1))
    return w
