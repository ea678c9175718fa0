# expect: recompiles: Every new shape
"""jit of the plain function: every length compiles."""

import jax
import jax.numpy as jnp


@jax.jit
def core(x):
    return jnp.mean(x**2)


def mean_square(x):
    return float(core(x))
