# expect: correctness: my_abs
"""Jits another function than the one it means."""
import jax


def f(x):
    return 2 * x + 1


def my_abs(x):
    if x < 0:
        return -x
    return x


abs_jit = jax.jit(f, static_argnums=0)
