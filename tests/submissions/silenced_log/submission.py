"""Turns descriptor 2 away while it loads, so that XLA cannot tell what it compiles."""

import os, jax

os.dup2(os.open("/dev/null", os.O_WRONLY), 2)


def my_abs(x):
    return -x if x < 0 else x


def abs_jit(x):
    return jax.jit(lambda v: my_abs(v), static_argnums=0)(x)
