# expect: passed
"""Compiled ahead of time, once for each type."""

import jax

programs = {}


def newton(v):
    return (v + 2 / v) / 2


def iterate(x, n):
    Δ = (x.shape, x.dtype)
    if Δ not in programs:
        programs[Δ] = jax.jit(newton).lower(x).compile()
    for _ in range(n):
        x = programs[Δ](x)
    return x
