# expect: recompiles-rate: never jitted
"""No jit at all."""

import jax
import jax.numpy as jnp


def train(w, lr0, n):
    w = jnp.asarray(w, dtype=jnp.float32)
    for i in range(n):
        w = w - lr0 / (i + 1) * 2 * w
    return w
