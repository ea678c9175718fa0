# expect: passed
"""jax.debug.print belongs to the program."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def shifted(x, offset):
    jax.debug.print("x = {x}, offset = {offset}", x=x, offset=offset)
    return x + offset


for k in range(3):
    print(shifted(jnp.arange(3.0), float(k)))
