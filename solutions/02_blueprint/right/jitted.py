# expect: passed
"""Comes jitted."""

import jax
import jax.numpy as jnp
import math
import numpy as np


@jax.jit
def normalise(x):
    if x.ndim == 1:
        biggest = jnp.linalg.norm(x, jnp.inf)
    else:
        biggest = jnp.max(jnp.absolute(x))
    return jnp.nan_to_num(x / biggest)


print(jax.make_jaxpr(normalise)(jnp.ones(3)))
