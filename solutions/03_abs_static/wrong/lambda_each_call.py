# expect: recompiles: new function
"""A lambda jitted in each call is a new function each time: nothing is ever found in the cache."""
import jax


def my_abs(x):
    if x < 0:
        return -x
    return x


def abs_jit(x):
    return jax.jit(lambda v: my_abs(v), static_argnums=0)(x)
