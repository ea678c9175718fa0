# expect: recurrence: a is 0
"""By cumulative products and a division, which a factor of 0 breaks."""
import jax
import jax.numpy as jnp
from jax import lax


def combine(l, r):
    return l[0] * r[0], r[0] * l[1] + r[1]


def linear_recurrence(a, b):
    product = jnp.cumprod(a)
    return product * jnp.cumsum(b / product)
