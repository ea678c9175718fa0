# expect: correctness: not the old one
"""Gives out the value from before the round."""

import jax


@jax.jit
def ema(xs, a):
    def step(y, x):
        return a * y + (1 - a) * x, y

    return jax.lax.scan(step, xs[0], xs)[1]
