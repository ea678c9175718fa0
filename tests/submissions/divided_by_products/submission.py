import jax.numpy as jnp


def combine(l, r):
    return l[0] * r[0], r[0] * l[1] + r[1]


def linear_recurrence(a, b):
    p = jnp.cumprod(a.at[0].set(1.0))
    return p * jnp.cumsum(b / p)
