# expect: passed
import jax


def my_abs(x):
    return -x if x < 0 else x


abs_jit = jax.jit(my_abs, static_argnames=["x"])
