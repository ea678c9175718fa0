# expect: passed
"""import *, and a lazy import inside."""

from jax.numpy import *
import jax as j


def _add(a, b):
    import math

    return a + b * int(math.cos(0.0))


def shifted(x, offset):
    return j.jit(_add)(x, offset)


print(shifted(arange(3), 2))
