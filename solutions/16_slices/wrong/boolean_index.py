# expect: traces-histogram: send those that do not count
"""Takes out what is out of range: how many are left?"""

import jax
import jax.numpy as jnp
from functools import partial
from jax import lax


def histogram(idx, n):
    idx = idx[(idx >= 0) & (idx < n)]
    return jnp.zeros(n, jnp.int32).at[idx].add(1)


def window(x, i):
    return lax.dynamic_slice(jnp.pad(x, (0, 3)), (i,), (3,))
