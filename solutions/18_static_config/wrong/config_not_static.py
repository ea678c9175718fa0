# expect: values: must be static
"""Hands the config to jit as it is."""

from dataclasses import dataclass

import jax


@dataclass(frozen=True)
class Config:
    exponent: int = 3


@jax.jit
def power(x, cfg):
    return x**cfg.exponent


@jax.tree_util.register_dataclass
@dataclass
class Model:
    k: float

    @jax.jit
    def __call__(self, x):
        return self.k * x
