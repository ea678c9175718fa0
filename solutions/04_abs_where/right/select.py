# expect: passed
"""lax.select, with shapes made equal; and a look at x.ndim."""

import jax as j
import jax.numpy as jnp


@j.jit
def my_abs(x):
    x = jnp.asarray(x)
    if x.ndim == 0:
        return j.lax.cond(x < 0, lambda v: -v, lambda v: v, x)
    return j.lax.select(x < 0, -x, x)
