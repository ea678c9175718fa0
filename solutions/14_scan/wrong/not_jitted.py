# expect: recompiles: this loop runs outside jit
"""scan without jit: the loop is compiled again in every call."""

import jax


def ema(xs, a):
    def step(y, x):
        y = a * y + (1 - a) * x
        return y, y

    return jax.lax.scan(step, xs[0], xs)[1]
