import os

import jax
import jax.numpy as jnp

pipe = os.pipe()
os.close(pipe[0])
os.close(pipe[1])


@jax.jit
def squares(x):
    return jnp.sum(x * x)
