# expect: traces: `and`
"""`and` asks its left side for its truth."""

import jax
import jax.numpy as jnp
from functools import partial


def my_abs(x):
    return jnp.where(x < 0 and x != 0, -x, x)
