# expect: traces: jnp.where
"""Picks out the negative elements: how many are there?"""

import jax
import jax.numpy as jnp
from functools import partial


def my_abs(x):
    x[x < 0] = -x[x < 0]
    return x
