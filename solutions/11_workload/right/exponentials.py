# expect: passed
"""tanh by a formula of its own."""

import jax
import jax.numpy as jnp


@jax.jit
def activate(x):
    return jax.nn.sigmoid(2 * x) - 0.5
