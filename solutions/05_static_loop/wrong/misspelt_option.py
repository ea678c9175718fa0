# expect: loads: static_argnames
"""The option's name lacks its s."""

import jax
import jax.numpy as jnp
from functools import partial


@partial(jax.jit, static_argname=["n"])
def g(x, n):
    i = 0
    while i < n:
        i += 1
    return x + i
