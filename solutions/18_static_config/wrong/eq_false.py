# expect: recompiles-config: static cfg
"""A frozen dataclass without equality."""

from dataclasses import dataclass
from functools import partial

import jax


@dataclass(frozen=True, eq=False)
class Config:
    exponent: int = 3


@partial(jax.jit, static_argnums=1)
def power(x, cfg):
    return x**cfg.exponent


@jax.tree_util.register_dataclass
@dataclass
class Model:
    k: float

    @jax.jit
    def __call__(self, x):
        return self.k * x
