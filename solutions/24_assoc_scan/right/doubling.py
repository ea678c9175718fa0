# expect: passed
"""Doubles the stretches by hand, with shifts: n log n work, no library function."""
import jax
import jax.numpy as jnp
from jax import lax


def combine(l, r):
    return l[0] * r[0], r[0] * l[1] + r[1]


def shifted(v, by, fill):
    return jnp.concatenate([jnp.full(by, fill, v.dtype), v[:-by]])


def linear_recurrence(a, b):
    by = 1
    while by < len(b):
        a, b = combine((shifted(a, by, 1), shifted(b, by, 0)), (a, b))
        by *= 2
    return b
