# expect: passed
"""Branches without operands: they see x from outside. Both come jitted, and the index is clamped by hand."""

import jax as j
from jax.numpy import *

lax = j.lax


@j.jit
def maybe_solve(flag, x):
    def solve():
        y = x
        for _ in range(20):
            y = tanh(x @ y)
        return y

    return lax.cond(flag, solve, lambda: x)


@j.jit
def choose(mode, x):
    return lax.switch(clip(mode, 0, 2), [lambda: x**2, lambda: sin(x), lambda: exp(x)])


print(maybe_solve(True, eye(2)), choose(5, ones(2)))
