# expect: loads: static_argnums
"""Counts positions from 1."""
import jax


def my_abs(x):
    if x < 0:
        return -x
    return x


abs_jit = jax.jit(my_abs, static_argnums=1)
