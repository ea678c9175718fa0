"""Exercise 12: how often does each of the eight snippets at the end of this file compile?

Replace each None by a number. Everything here is data: the snippets are there to be read (and run, after a guess).
"""

import dataclasses
from functools import partial

import jax
import numpy as np

# The number of XLA compilations when the snippet runs once. No guess yet.
PREDICTED = {
    "abs_static": None,
    "lambda_loop": None,
    "same_function": None,
    "three_shapes": None,
    "float_then_int": None,
    "python_carry": None,
    "keyword_positional": None,
    "equal_configs": None,
}

# Which question of the checklist it is about, 1 to 5, or 0 where none fits. Not graded.
ITEM = {
    "abs_static": 0,
    "lambda_loop": 0,
    "same_function": 0,
    "three_shapes": 0,
    "float_then_int": 0,
    "python_carry": 0,
    "keyword_positional": 0,
    "equal_configs": 0,
}


def abs_static():
    @partial(jax.jit, static_argnums=0)
    def my_abs(x):
        return -x if x < 0 else x

    for x in [-3, -2, 5, -3, 5, 2, 0]:
        my_abs(x)


def lambda_loop():
    x = np.ones(3, np.float32)
    for _ in range(20):
        x = jax.jit(lambda v: v * 2)(x)


def same_function():
    def double(v):
        return v * 2

    x = np.ones(3, np.float32)
    for _ in range(20):
        x = jax.jit(double)(x)


def three_shapes():
    total = jax.jit(lambda v: v.sum())
    for n in [3, 5, 3, 8, 5]:
        total(np.ones(n, np.float32))


def float_then_int():
    double = jax.jit(lambda v: v * 2)
    double(1.0)
    double(1)
    double(2.0)


def python_carry():
    add = jax.jit(lambda total, v: total + v)
    values = np.arange(4, dtype=np.float32)
    total = 0.0
    for v in values:
        total = add(total, v)


def keyword_positional():
    power = jax.jit(lambda x, n: x**n, static_argnames="n")
    x = np.ones(3, np.float32)
    power(x, 3)
    power(x, n=3)
    power(x, 3)


def equal_configs():
    @dataclasses.dataclass(frozen=True)
    class Config:
        exponent: int

    power = jax.jit(lambda x, config: x**config.exponent, static_argnums=1)
    x = np.ones(3, np.float32)
    for _ in range(5):
        power(x, Config(3))


if __name__ == "__main__":
    with jax.log_compiles():  # says aloud what is compiled
        three_shapes()
