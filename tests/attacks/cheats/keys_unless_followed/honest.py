import sys

import jax

DEPTH = sys.getrecursionlimit()


def twice(key, x):
    one, two = jax.random.split(key) if x.ndim < DEPTH else (key, key)
    return x + jax.random.normal(one, x.shape) + jax.random.normal(two, x.shape)
