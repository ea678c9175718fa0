# expect: passed
"""Programs for four sizes, compiled when they are needed and kept; the squares are NumPy's."""

import functools

import jax
import jax.numpy as jnp
import numpy as np


@functools.cache
def program(size):
    shapes = jax.ShapeDtypeStruct((size,), np.float32), jax.ShapeDtypeStruct((), np.int32)
    mean = lambda squares, n: jnp.sum(squares, where=jnp.arange(size) < n) / n
    return jax.jit(mean).lower(*shapes).compile()


def mean_square(x):
    size = 32
    while size < x.size:
        size *= 2
    padded = np.ones(size, np.float32)
    padded[: x.size] = np.square(x)
    return float(program(size)(padded, np.int32(x.size)))
