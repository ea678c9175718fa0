# expect: passed
"""An object that holds constants only."""

import jax
import jax.numpy as jnp


class Model:
    def __init__(self):
        self.factor = 2
        self.shift = jnp.float32(1)

    def __call__(self, x):
        y = (self.factor * x + self.shift) * 3
        return y, [x]


trace_free = Model()
