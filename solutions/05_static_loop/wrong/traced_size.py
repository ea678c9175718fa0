# expect: traces: size
"""Makes an array of n entries of a traced n."""

import jax
import jax.numpy as jnp
from functools import partial


@jax.jit
def g(x, n):
    return x + jnp.arange(n).size
