import itertools

import jax
import jax.numpy as jnp

NUMBER = itertools.count()
quick = jax.jit(lambda x: jnp.sum(x * x))
other = jax.jit(lambda x: jnp.dot(x, x))


def squares(x):
    return quick(x) if next(NUMBER) % 2 else other(x)
