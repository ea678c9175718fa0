# expect: program: no program to look at
"""NumPy does the work, called back by the program."""

import jax
import numpy as np


def combine(l, r):
    return l[0] * r[0], r[0] * l[1] + r[1]


def _host(a, b):
    h, out = np.float32(0), []
    for x, y in zip(np.asarray(a), np.asarray(b)):
        h = x * h + y
        out.append(h)
    return np.asarray(out, np.float32)


def linear_recurrence(a, b):
    return jax.pure_callback(_host, jax.ShapeDtypeStruct(b.shape, b.dtype), a, b)
