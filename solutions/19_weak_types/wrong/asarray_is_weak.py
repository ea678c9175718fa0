# expect: recompiles-carry: weak type
"""jnp.asarray without a dtype leaves a Python number weak."""

import jax
import jax.numpy as jnp


@jax.jit
def step(w, lr):
    return w - lr * 2 * w


def train(w, lr0, n):
    w = jnp.asarray(w)
    lr0 = jnp.asarray(lr0, dtype=jnp.float32)
    for i in range(n):
        w = step(w, lr0 / (i + 1))
    return w.astype(jnp.float32)
