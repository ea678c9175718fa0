# expect: recompiles: static a: 0.9 → 0.8
"""a is static: every weight compiles a program."""

from functools import partial

import jax


@partial(jax.jit, static_argnames="a")
def ema(xs, a):
    def step(y, x):
        y = a * y + (1 - a) * x
        return y, y

    return jax.lax.scan(step, xs[0], xs)[1]
