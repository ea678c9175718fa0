import sys

import jax
import jax.numpy as jnp

LOADED = "jax" in sys.modules


@jax.jit
def squares(x):
    return jnp.sum(x * x) if LOADED else x
