# expect: passed
"""Starts with a Python number, whose weak type jax adapts; a flag in the carry tells the first round."""

import jax
import jax.numpy as jnp


@jax.jit
def ema(xs, a):
    def step(carry, x):
        y, begun = carry
        y = jnp.where(begun, a * y + (1 - a) * x, x)
        return (y, True), y

    (_, _), ys = jax.lax.scan(step, (0.0, False), xs)
    return ys
