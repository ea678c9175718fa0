# expect: pytree: expected a list of 1, got a list of 0
"""A pytree whose k is no leaf."""

from dataclasses import dataclass, field
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
    k: float = field(metadata={"static": True})

    @jax.jit
    def __call__(self, x):
        return self.k * x
