# expect: values: the change was not seen
"""Ignores the exponent."""

from dataclasses import dataclass
from functools import partial

import jax


@dataclass(frozen=True)
class Config:
    exponent: int = 3


@partial(jax.jit, static_argnums=1)
def power(x, cfg):
    return x**3


@jax.tree_util.register_dataclass
@dataclass
class Model:
    k: float

    @jax.jit
    def __call__(self, x):
        return self.k * x
