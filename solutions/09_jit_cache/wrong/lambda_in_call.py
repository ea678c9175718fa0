# expect: recompiles: new function
"""Makes the function before the loop, but in every call: one compilation a call instead of one a round."""

import jax


def iterate(x, n):
    step = jax.jit(lambda v: (v + 2 / v) / 2)
    for _ in range(n):
        x = step(x)
    return x
