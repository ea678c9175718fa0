# expect: traces: `range` on line 11
"""Jits the whole function, with n traced."""

import jax
import jax.numpy as jnp


@jax.jit
def train(w, lr0, n):
    w = jnp.asarray(w, dtype=jnp.float32)
    for i in range(n):
        w = w - lr0 / (i + 1) * 2 * w
    return w
