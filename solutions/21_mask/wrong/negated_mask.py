# expect: strange: every comparison with nan is false
"""Takes out what is at most 0: nan is not, and stays."""

import jax.numpy as jnp


def positive_mean(x):
    out = x <= 0
    return jnp.sum(jnp.where(out, 0, x)) / jnp.maximum(jnp.sum(~out), 1)
