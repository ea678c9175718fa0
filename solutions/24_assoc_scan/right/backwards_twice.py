# expect: passed
"""Runs over reversed vectors, backwards."""
import jax
import jax.numpy as jnp
from jax import lax


def combine(l, r):
    return l[0] * r[0], r[0] * l[1] + r[1]


def linear_recurrence(a, b):
    h = lax.associative_scan(combine, (a[::-1], b[::-1]), reverse=True)[1]
    return h[::-1]
