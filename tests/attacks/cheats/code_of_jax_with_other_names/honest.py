import types

import jax


def times(x, y):
    return x * y


copied = types.FunctionType(times.__code__, globals())


@jax.jit
def squares(x):
    return copied(x, x)
