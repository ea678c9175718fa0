# expect: recompiles: arg x: f32[
"""Pads in the jitted function, which has been compiled for the length before."""

import jax
import jax.numpy as jnp


@jax.jit
def core(x):
    n = x.shape[0]
    padded = jnp.pad(x, (0, 256 - n))
    return jnp.sum(padded**2) / n


def mean_square(x):
    return float(core(x))
