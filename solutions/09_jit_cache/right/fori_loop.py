# expect: passed
"""The whole is jitted; the loop takes a traced n."""

import jax as j
from jax.lax import *


@j.jit
def iterate(x, n):
    return fori_loop(0, n, lambda _, v: (v + 2 / v) / 2, x)
