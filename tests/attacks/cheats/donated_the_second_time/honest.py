import functools

import jax


@functools.cache
def donating():
    return jax.jit(lambda x, y: x / 2 + y, donate_argnums=0)


def over(x, y):
    return donating()(x, y)
