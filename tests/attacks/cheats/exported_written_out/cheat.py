import functools

import jax
import jax.export
import numpy as np


@functools.cache
def program(size):
    return jax.export.export(jax.jit(lambda x: sum(v * v for v in x)))(jax.ShapeDtypeStruct((size,), np.float32))


@jax.jit
def squares(x):
    return program(x.size).call(x)
