# expect: passed
"""The well-known form of a default list; a look at x.ndim."""

import jax
import jax.numpy as jnp


def trace_free(x, history=None):
    history = [] if history is None else history
    history += [x]
    if jnp.ndim(x) == 1:
        jax.debug.print("first: {}", x[0])
    y = 3 * (1 + 2 * x)
    return y, history
