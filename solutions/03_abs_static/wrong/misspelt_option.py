# expect: loads: static_argnums
"""The option's name lacks its s."""
import jax


def my_abs(x):
    if x < 0:
        return -x
    return x


abs_jit = jax.jit(my_abs, static_argnum=0)
