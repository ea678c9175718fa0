# expect: recompiles-model: bound method
"""Jits a bound method in each new model."""

from dataclasses import dataclass
from functools import partial

import jax


@dataclass(frozen=True)
class Config:
    exponent: int = 3


@partial(jax.jit, static_argnums=1)
def power(x, cfg):
    return x**cfg.exponent


class Model:
    def __init__(self, k):
        self.k = k
        self.run = jax.jit(self.apply)

    def apply(self, x):
        return self.k * x

    def __call__(self, x):
        return self.run(x)
