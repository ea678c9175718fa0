# expect: traces-window: jnp.arange(3)
"""jnp.arange from a traced start to a traced end: how long is it?"""

import jax
import jax.numpy as jnp
from functools import partial
from jax import lax


def histogram(idx, n):
    return jnp.zeros(n, jnp.int32).at[jnp.where(idx < 0, n, idx)].add(1)


def window(x, i):
    return x.at[jnp.arange(i, i + 3)].get(mode="fill", fill_value=0)
