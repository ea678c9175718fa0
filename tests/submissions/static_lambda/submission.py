from functools import partial

import jax


@partial(jax.jit, static_argnames="step")
def apply(v, step):
    return step(v)


def iterate(x, n):
    for _ in range(n):
        x = apply(x, step=lambda v: (v + 2 / v) / 2)
    return x
