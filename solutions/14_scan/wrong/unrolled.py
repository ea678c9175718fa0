# expect: size: Python loop
"""A Python loop in a jitted function: one copy of the body for each element."""

import jax
import jax.numpy as jnp


@jax.jit
def ema(xs, a):
    ys = [xs[0]]
    for x in xs[1:]:
        ys.append(a * ys[-1] + (1 - a) * x)
    return jnp.array(ys)
