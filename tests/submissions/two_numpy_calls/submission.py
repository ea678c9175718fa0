import jax.numpy as jnp
import numpy as np


def normalise(x):
    flat = jnp.ravel(x)
    scale = jnp.max(jnp.abs(x)) + 0 * np.dot(flat, np.ones(flat.shape))
    return x / jnp.where(scale == 0, 1, scale)
