# expect: correctness: expected shape [3], got shape [2]
"""Goes through xs[1:] and forgets to put the first in front."""

import jax


@jax.jit
def ema(xs, a):
    def step(y, x):
        y = a * y + (1 - a) * x
        return y, y

    return jax.lax.scan(step, xs[0], xs[1:])[1]
