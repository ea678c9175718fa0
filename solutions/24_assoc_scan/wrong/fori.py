# expect: program: `while`
"""A loop whose bound is only known when it runs; of a fixed one jax makes a scan."""
import jax
import jax.numpy as jnp
from jax import lax


def combine(l, r):
    return l[0] * r[0], r[0] * l[1] + r[1]


def linear_recurrence(a, b):
    n = jnp.sum(jnp.ones_like(b)).astype(jnp.int32)
    return lax.fori_loop(1, n, lambda i, h: h.at[i].set(a[i] * h[i - 1] + b[i]), b)
