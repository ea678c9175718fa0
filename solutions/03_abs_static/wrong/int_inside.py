# expect: traces: static
"""Tries to get at the value with int()."""
import jax


def my_abs(x):
    if int(x) < 0:
        return -x
    return x


abs_jit = jax.jit(my_abs)
