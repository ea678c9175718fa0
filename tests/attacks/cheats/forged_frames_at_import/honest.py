import os
import sys

import jax
import jax.numpy as jnp

sys.stdout.write("loading\n")
os.write(2, b"loading\n")


@jax.jit
def squares(x):
    return jnp.sum(x * x)
