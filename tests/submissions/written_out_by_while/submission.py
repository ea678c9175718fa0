import jax.numpy as jnp


def combine(l, r):
    return l[0] * r[0], r[0] * l[1] + r[1]


def linear_recurrence(a, b):
    h = [b[0]]
    i = 1
    while i < len(b):
        h.append(a[i] * h[-1] + b[i])
        i += 1
    return jnp.stack(h)
