# expect: recompiles-config: static cfg
"""A plain class: each config is another one."""

from dataclasses import dataclass
from functools import partial

import jax


class Config:
    def __init__(self, exponent=3):
        self.exponent = exponent


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
