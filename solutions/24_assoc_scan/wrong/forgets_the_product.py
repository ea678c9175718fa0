# expect: associative: not associative
"""Hands on the factor of r alone: right for two elements, and wrong for eight."""
import jax
import jax.numpy as jnp
from jax import lax


def combine(l, r):
    return r[0], r[0] * l[1] + r[1]


def linear_recurrence(a, b):
    return lax.associative_scan(combine, (a, b))[1]
