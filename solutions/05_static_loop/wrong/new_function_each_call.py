# expect: recompiles-n: new function
"""Makes and jits a function in each call."""

import jax
import jax.numpy as jnp
from functools import partial


def g(x, n):
    @jax.jit
    def add(x):
        i = 0
        while i < n:
            i += 1
        return x + i

    return add(x)
