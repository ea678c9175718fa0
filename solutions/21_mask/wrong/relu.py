# expect: strange: came through the mask
"""The maximum with 0: of nan it is nan."""

import jax.numpy as jnp


def positive_mean(x):
    return jnp.sum(jnp.maximum(x, 0)) / jnp.maximum(jnp.sum(x > 0), 1)
