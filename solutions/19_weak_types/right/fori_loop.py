# expect: passed
"""The whole is jitted; the loop takes a traced n."""

import jax
import jax.numpy as jnp


@jax.jit
def train(w, lr0, n):
    w = jnp.asarray(w, jnp.float32)
    return jax.lax.fori_loop(0, n, lambda i, v: v - lr0 / (i + 1) * 2 * v, w)
