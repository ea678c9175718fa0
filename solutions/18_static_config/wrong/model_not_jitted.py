# expect: recompiles-model: never jitted
"""A model that is not jitted."""

from dataclasses import dataclass
from functools import partial

import jax


@dataclass(frozen=True)
class Config:
    exponent: int = 3


@partial(jax.jit, static_argnums=1)
def power(x, cfg):
    return x**cfg.exponent


@jax.tree_util.register_dataclass
@dataclass
class Model:
    k: float

    def __call__(self, x):
        return self.k * x
