import itertools

import jax
import jax.numpy as jnp

NUMBER = itertools.count()
total = jax.jit(lambda x: jnp.sum(x * x))


def squares(x):
    next(NUMBER)
    return total(x)
