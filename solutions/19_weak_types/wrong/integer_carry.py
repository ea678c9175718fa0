# expect: correctness: carry
"""A fori_loop that starts with an integer and goes on with floats."""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=2)
def train(w, lr0, n):
    return jax.lax.fori_loop(0, n, lambda i, w: w - lr0 / (i + 1) * 2 * w, w)
