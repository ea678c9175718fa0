from math import sqrt

import jax.numpy as jnp


def normalise(x):
    largest = jnp.max(x * x)
    scale = sqrt(largest)
    return x / jnp.where(scale == 0, 1, scale)
