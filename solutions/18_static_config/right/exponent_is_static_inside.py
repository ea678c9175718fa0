# expect: passed
"""A plain function that hands the exponent on; a model whose method takes itself as a pytree, with a static field."""

from dataclasses import dataclass, field
from functools import partial

import jax
import jax.numpy as jnp


@dataclass
class Config:
    exponent: int = 3


@partial(jax.jit, static_argnames=["exponent"])
def raised(x, *, exponent):
    return x**exponent


def power(x, cfg):
    return raised(jnp.asarray(x), exponent=cfg.exponent)


@partial(jax.tree_util.register_dataclass, data_fields=["k"], meta_fields=["name"])
@dataclass
class Model:
    k: float
    name: str = "scale"

    @partial(jax.jit, inline=True)
    def __call__(self, x):
        return jnp.multiply(self.k, x)


if __name__ == "__main__":
    print(Model(2.0)(jnp.ones(2)))
