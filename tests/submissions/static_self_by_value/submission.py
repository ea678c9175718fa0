from dataclasses import dataclass
from functools import partial

import jax


@dataclass(frozen=True)
class Config:
    exponent: int = 3


@partial(jax.jit, static_argnames="cfg")
def power(x, cfg):
    return x**cfg.exponent


@dataclass(frozen=True)
class Model:
    k: float

    @partial(jax.jit, static_argnums=0)
    def __call__(self, x):
        return self.k * x
