import dataclasses
from functools import partial

import jax


@dataclasses.dataclass(frozen=True)
class Config:
    target: float


@partial(jax.jit, static_argnames="config")
def step(v, config):
    return (v + config.target / v) / 2


def iterate(x, n):
    for _ in range(n):
        x = step(x, config=Config(2.0))
    return x
