# expect: correctness: not with 0
"""Starts with 0, so the first value is too small."""

import jax


@jax.jit
def ema(xs, a):
    def step(y, x):
        y = a * y + (1 - a) * x
        return y, y

    return jax.lax.scan(step, 0.0, xs)[1]
