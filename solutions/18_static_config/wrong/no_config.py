# expect: values: no `Config`
"""Has no class Config."""

from dataclasses import dataclass
from functools import partial

import jax


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
