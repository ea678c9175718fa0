from functools import partial

import jax


class Newton:
    def __init__(self, target):
        self.target = target
        self.label = ""

    def rename(self, label):
        self.label = label

    @partial(jax.jit, static_argnums=0)
    def step(self, v):
        return (v + self.target / v) / 2


NEWTON = Newton(2.0)


def iterate(x, n):
    for _ in range(n):
        x = NEWTON.step(x)
    return x
