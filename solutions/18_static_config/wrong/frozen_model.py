# expect: change: frozen
"""A frozen model cannot be changed."""

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
@dataclass(frozen=True)
class Model:
    k: float

    @jax.jit
    def __call__(self, x):
        return self.k * x
