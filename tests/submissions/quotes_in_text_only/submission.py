"""Doesn’t matter here: “–”, a b."""
import jax


def my_abs(x):
    if x < 0:
        return -x
    return x


abs_jit = jax.jit(my_abs, static_argnames="x")
