# expect: passed
"""lax.cond instead of where."""

from jax.lax import *
import jax.numpy as jnp


def normalise(x):
    scale = jnp.max(jnp.abs(x))
    x = x.astype(float)
    return cond(scale == 0, lambda v: jnp.zeros_like(v), lambda v: v / scale, x)
