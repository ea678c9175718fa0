"""The eight snippets of exercise 12. Each is run once, and its compilations are counted.

The arguments are NumPy's, and made beforehand where that would compile something: what is counted is what jit does.
The first parameter is the submission's object, which these snippets have no use for.
"""

import dataclasses
from functools import partial

import jax
import numpy as np


def abs_static(_):
    @partial(jax.jit, static_argnums=0)
    def my_abs(x):
        return -x if x < 0 else x

    for x in [-3, -2, 5, -3, 5, 2, 0]:
        my_abs(x)


def lambda_loop(_):
    x = np.ones(3, np.float32)
    for _ in range(20):
        x = jax.jit(lambda v: v * 2)(x)


def same_function(_):
    def double(v):
        return v * 2

    x = np.ones(3, np.float32)
    for _ in range(20):
        x = jax.jit(double)(x)


def three_shapes(_):
    total = jax.jit(lambda v: v.sum())
    for n in [3, 5, 3, 8, 5]:
        total(np.ones(n, np.float32))


def float_then_int(_):
    double = jax.jit(lambda v: v * 2)
    double(1.0)
    double(1)
    double(2.0)


def python_carry(_):
    add = jax.jit(lambda total, v: total + v)
    values = np.arange(4, dtype=np.float32)
    total = 0.0
    for v in values:
        total = add(total, v)


def keyword_positional(_):
    power = jax.jit(lambda x, n: x**n, static_argnames="n")
    x = np.ones(3, np.float32)
    power(x, 3)
    power(x, n=3)
    power(x, 3)


def equal_configs(_):
    @dataclasses.dataclass(frozen=True)
    class Config:
        exponent: int

    power = jax.jit(lambda x, config: x**config.exponent, static_argnums=1)
    x = np.ones(3, np.float32)
    for _ in range(5):
        power(x, Config(3))
