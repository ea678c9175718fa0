# expect: correctness: 0.5
"""Forgets the factor."""

import jax
import jax.numpy as jnp


@jax.jit
def activate(x):
    return jnp.tanh(x)
