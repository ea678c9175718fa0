# expect: gradient: fori_loop whose bounds are traced
"""A fori_loop whose bound is handed to a jitted function, and so is traced."""

import jax
import jax.numpy as jnp


@jax.jit
def loop(xs, a, n):
    def body(i, ys):
        return ys.at[i].set(a * ys[i - 1] + (1 - a) * xs[i])

    return jax.lax.fori_loop(1, n, body, xs)


@jax.jit
def ema(xs, a):
    return loop(xs, a, xs.shape[0])
