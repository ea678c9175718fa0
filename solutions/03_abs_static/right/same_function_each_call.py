# expect: passed
"""jax.jit around the same function object finds the same cache, wherever it stands."""
import jax


def my_abs(x):
    if x < 0:
        return -x
    return x


def abs_jit(x):
    return jax.jit(my_abs, static_argnums=0)(x)
