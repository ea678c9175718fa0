# expect: change: the change was not seen
"""self is static, and found again by its identity."""

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

    @partial(jax.jit, static_argnums=0)
    def __call__(self, x):
        return self.k * x
