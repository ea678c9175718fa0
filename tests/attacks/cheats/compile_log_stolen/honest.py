import os

import jax
import jax.numpy as jnp

assert os.path.exists("/dev/null")


@jax.jit
def squares(x):
    return jnp.sum(x * x)
