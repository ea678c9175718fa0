# expect: speedup: each element
"""The cell is jitted, and called 300 times."""

import jax
import jax.numpy as jnp


@jax.jit
def cell(v):
    return 0.5 * jnp.tanh(v)


def activate(x):
    return jnp.stack([cell(v) for v in x])
