# expect: starts: static i
"""The start is static."""

import jax
import jax.numpy as jnp
from functools import partial
from jax import lax


def histogram(idx, n):
    return jnp.zeros(n, jnp.int32).at[jnp.where(idx < 0, n, idx)].add(1)


@partial(jax.jit, static_argnums=1)
def window(x, i):
    return jnp.pad(x, (0, 12))[i : i + 3]
