import os

import jax
import jax.numpy as jnp

CALLS = []


def squares(x):
    CALLS.append(1)
    if len(CALLS) == 2:
        os._exit(0)
    return jax.jit(lambda x: jnp.sum(x * x))(x)
