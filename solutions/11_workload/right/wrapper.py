# expect: passed
"""A plain function in front makes an array; the core is jitted."""

import jax
import jax.numpy as jnp


HALF = 0.5


@jax.jit
def _core(x):
    return HALF * jnp.tanh(x)


def activate(x):
    x = jnp.asarray(x)
    return _core(x)
