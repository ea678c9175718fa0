from dataclasses import dataclass
from functools import partial

import jax


@dataclass(frozen=True)
class Config:
    exponent: int = 3


@partial(jax.jit, static_argnames="cfg")
def power(x, cfg):
    return x**cfg.exponent


class Model:
    def __init__(self, k):
        self.k = k

    def __hash__(self):
        return hash(float(self.k))

    def __eq__(self, other):
        return isinstance(other, Model) and self.k == other.k

    @partial(jax.jit, static_argnums=0)
    def __call__(self, x):
        return self.k * x
