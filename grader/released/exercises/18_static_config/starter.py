"""Exercise 18: a config that is static, and a model whose method is jitted. Neither works as it should."""

from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp


@dataclass
class Config:
    """What decides about the program."""

    exponent: int = 3


@partial(jax.jit, static_argnames=["cfg"])
def power(x, cfg):
    """x ** cfg.exponent."""
    return x**cfg.exponent  # what has jax to do with cfg to find the program again?


class Model:
    """k times x."""

    def __init__(self, k):
        self.k = k

    @partial(jax.jit, static_argnums=0)
    def __call__(self, x):
        """K times x."""
        return self.k * x  # when is self.k read?


if __name__ == "__main__":
    model = Model(2.0)
    print(model(jnp.ones(3)))
    model.k = 5.0
    print(model(jnp.ones(3)))
    print(power(jnp.arange(3.0), Config(exponent=3)))
