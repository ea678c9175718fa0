# expect: passed
"""fori_loop with a bound that is known while tracing, writing into an array of full size."""

import jax
import jax.numpy as jnp


@jax.jit
def ema(xs, a):
    def body(i, ys):
        return ys.at[i].set(a * ys[i - 1] + (1 - a) * xs[i])

    return jax.lax.fori_loop(1, xs.shape[0], body, xs)
