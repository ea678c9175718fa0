# expect: pytree: it is no pytree
"""k goes into a jitted function as an argument, but Model is no pytree."""

from dataclasses import dataclass
from functools import partial

import jax


@dataclass(frozen=True)
class Config:
    exponent: int = 3


@partial(jax.jit, static_argnums=1)
def power(x, cfg):
    return x**cfg.exponent


@jax.jit
def scaled(k, x):
    return k * x


class Model:
    def __init__(self, k):
        self.k = k

    def __call__(self, x):
        return scaled(self.k, x)
