# expect: recompiles-config: its result is the same without them
"""Calls a jitted function, and has NumPy do the work."""

from dataclasses import dataclass

import jax
import numpy as np

show = jax.jit(lambda x: x)


@dataclass(frozen=True)
class Config:
    exponent: int = 3


def power(x, cfg):
    show(x)
    return np.asarray(x) ** cfg.exponent


@jax.tree_util.register_dataclass
@dataclass
class Model:
    k: float

    def __call__(self, x):
        show(x)
        return self.k * x
