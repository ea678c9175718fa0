# expect: passed
"""Hash and equality by hand; a jitted function beside a model that is a pytree."""

from dataclasses import dataclass

import jax


class Config:
    def __init__(self, exponent=3):
        self.exponent = exponent

    def __hash__(self):
        return hash((Config, self.exponent))

    def __eq__(self, other):
        return isinstance(other, Config) and self.exponent == other.exponent


power = jax.jit(lambda x, cfg: x**cfg.exponent, static_argnames="cfg")


@jax.jit
def scaled(k, x):
    return k * x


@jax.tree_util.register_dataclass
@dataclass
class Model:
    k: float

    def __call__(self, x):
        return scaled(self.k, x)
