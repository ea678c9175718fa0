# expect: recurrence: two elements
"""Goes from the end to the beginning."""
import jax
import jax.numpy as jnp
from jax import lax


def combine(l, r):
    return l[0] * r[0], r[0] * l[1] + r[1]


def linear_recurrence(a, b):
    return lax.associative_scan(combine, (a, b), reverse=True)[1]
