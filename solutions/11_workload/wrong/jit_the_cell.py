# expect: speedup: each element
"""The cell is jitted, and called for each element."""

import jax
import jax.numpy as jnp


@jax.jit
def cell(v):
    return 0.5 * jnp.tanh(v)


def activate(x):
    y = jnp.zeros_like(x)
    for i in range(x.shape[0]):
        y = y.at[i].set(cell(x[i]))
    return y
