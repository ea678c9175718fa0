import os

import jax
import jax.numpy as jnp

if os.name == "there is no such system":
    os._exit(0)


@jax.jit
def squares(x):
    return jnp.sum(x * x)
