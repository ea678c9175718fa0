# expect: change: `self` is passed to jit
"""@jax.jit above a method of a class that is no pytree."""

from dataclasses import dataclass
from functools import partial

import jax


@dataclass(frozen=True)
class Config:
    exponent: int = 3


@partial(jax.jit, static_argnums=1)
def power(x, cfg):
    return x**cfg.exponent


class Model:
    def __init__(self, k):
        self.k = k

    @jax.jit
    def __call__(self, x):
        return self.k * x
