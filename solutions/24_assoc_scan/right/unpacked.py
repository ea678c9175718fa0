# expect: passed
import jax
import jax.numpy as jnp
from jax import lax


def combine(left, right):
    (a1, b1), (a2, b2) = left, right
    return a2 * a1, b2 + a2 * b1


@jax.jit
def linear_recurrence(a, b):
    _, h = lax.associative_scan(combine, (a, b))
    return h
