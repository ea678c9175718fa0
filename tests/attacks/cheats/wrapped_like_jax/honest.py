import functools

import jax


def _squared(x):
    return x * x


@jax.jit
@functools.wraps(_squared)
def squares(x):
    return _squared(x)
