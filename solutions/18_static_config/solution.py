"""Exercise 18, a solution: what never changes is static, what changes is traced."""

from dataclasses import dataclass
from functools import partial

import jax


# frozen: hashable, and equal where the fields are equal. So a config that is made anew finds the old program.
@dataclass(frozen=True)
class Config:
    """What decides about the program."""

    exponent: int = 3


@partial(jax.jit, static_argnames=["cfg"])
def power(x, cfg):
    """x ** cfg.exponent."""
    return x**cfg.exponent


# A pytree: jax sees its fields as leaves. What only decides about the program would be declared static here, by
# field(metadata={"static": True}).
@jax.tree_util.register_dataclass
@dataclass
class Model:
    """k times x."""

    k: float

    @jax.jit
    def __call__(self, x):
        """K times x. self is traced, like any other argument."""
        return self.k * x
