# expect: values: a Config that holds an array
"""A static config that holds an array."""

from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp


@dataclass(frozen=True)
class Config:
    exponent: int = 3

    def __post_init__(self):
        object.__setattr__(self, "exponent", jnp.asarray(self.exponent))


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
