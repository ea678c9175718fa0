# expect: traces: starts as int32[] and comes back as float32[]
"""The carry starts as an integer array and comes back as a float."""

import jax
import jax.numpy as jnp


@jax.jit
def ema(xs, a):
    def step(y, x):
        y = a * y + (1 - a) * x
        return y, y

    return jax.lax.scan(step, jnp.zeros((), dtype=int), xs)[1]
