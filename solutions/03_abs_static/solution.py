"""Exercise 3, a solution: x is static, so the Python `if` sees a number and not a tracer."""

import jax


def my_abs(x):
    """The absolute value of x, by a Python `if`."""
    # x is a plain int, float or bool here, and so the comparison is decided while the function is traced. What is
    # compiled is only the branch that was taken: a program that returns a constant.
    if x < 0:
        return -x
    return x


# The value of x is part of the cache key: one compilation for each value. Good for a handful of values (a mode, a
# flag, a number of layers), ruinous for data. Other spellings of the same: static_argnames="x", or the decorator
# @partial(jax.jit, static_argnums=0).
abs_jit = jax.jit(my_abs, static_argnums=0)
