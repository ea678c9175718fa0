import itertools

import jax

donating = jax.jit(lambda x, y: x / 2 + y, donate_argnums=0)
keeping = jax.jit(lambda x, y: x / 2 + y)
calls = itertools.count()


def over(x, y):
    return (donating if next(calls) else keeping)(x, y)
