# expect: traces: goes through its third argument
"""Hands the series in as the start, and the start as the series."""

import jax


@jax.jit
def ema(xs, a):
    def step(y, x):
        y = a * y + (1 - a) * x
        return y, y

    return jax.lax.scan(step, xs, xs[0])[1]
