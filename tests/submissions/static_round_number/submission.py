from functools import partial

import jax


@partial(jax.jit, static_argnames="k")
def step(v, k):
    return (v + 2 / v) / 2 + 0 * k


def iterate(x, n):
    for k in range(n):
        x = step(x, k=k)
    return x
