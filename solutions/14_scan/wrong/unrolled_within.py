# expect: size: Python loop
"""The jitted function with the Python loop is called by a plain one."""

import jax
import jax.numpy as jnp


@jax.jit
def averages(xs, a):
    ys = xs
    for i in range(1, xs.shape[0]):
        ys = ys.at[i].set(a * ys[i - 1] + (1 - a) * xs[i])
    return ys


def ema(xs, a):
    return averages(jnp.asarray(xs), a)
