# expect: combine: Case `numbers`
"""The operator is a lambda within, and combine is what the starter has."""
import jax
import jax.numpy as jnp
from jax import lax


def combine(l, r):
    return l


def linear_recurrence(a, b):
    return lax.associative_scan(lambda l, r: (l[0] * r[0], r[0] * l[1] + r[1]), (a, b))[1]
