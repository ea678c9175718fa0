# expect: program: equations, at most
"""No loop in the program, for it was written out: thousands of equations."""
import jax
import jax.numpy as jnp
from jax import lax


def combine(l, r):
    return l[0] * r[0], r[0] * l[1] + r[1]


def linear_recurrence(a, b):
    h = [b[0]]
    for i in range(1, len(b)):
        h.append(a[i] * h[-1] + b[i])
    return jnp.stack(h)
