# expect: values: Config(exponent=
"""Writes out the powers 2 and 3, and has no other."""

from dataclasses import dataclass
from functools import partial

import jax


@dataclass(frozen=True)
class Config:
    exponent: int = 3


@partial(jax.jit, static_argnames=["cfg"])
def power(x, cfg):
    return x * x * x if cfg.exponent == 3 else x * x


@jax.tree_util.register_dataclass
@dataclass
class Model:
    k: object

    def __call__(self, x):
        return _times(self.k, x)


@jax.jit
def _times(k, x):
    return k * x
