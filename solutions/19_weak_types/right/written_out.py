# expect: passed
"""The whole is jitted with n static, and the loop is written out."""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=["n"])
def train(w, lr0, n):
    w = jnp.float32(w)
    for i in range(n):
        w = w - lr0 / (i + 1) * 2 * w
    return w


print(train(2.0, 0.1, 3))
