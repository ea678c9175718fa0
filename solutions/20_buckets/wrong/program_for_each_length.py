# expect: recompiles: ahead of time
"""Compiles ahead of time, once for each length."""

import functools

import jax
import jax.numpy as jnp
import numpy as np


@functools.cache
def program(n):
    return jax.jit(lambda x: jnp.mean(x**2)).lower(jax.ShapeDtypeStruct((n,), np.float32)).compile()


def mean_square(x):
    return float(program(len(x))(x))
