# expect: passed
"""vmap of the cell, jitted."""

import jax as j
from jax.numpy import *


def cell(v):
    return 0.5 * tanh(v)


activate = j.jit(j.vmap(cell))
print(activate(ones(3)))
