# expect: passed
"""Compares all with all; both come jitted, and take their arguments by other names."""

from functools import partial

import jax as j
from jax.numpy import *


@partial(j.jit, static_argnames="bins")
def histogram(where, bins):
    return (where[:, None] == arange(bins)).sum(0, dtype=int32)


@j.jit
def window(values, first):
    places = arange(values.size)
    return stack([sum(where(places == first + k, values, 0)) for k in range(3)])


print(histogram(array([0, 1, 1]), 2), window(ones(5), 3))
