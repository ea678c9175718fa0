import jax.numpy as jnp


def normalise(x):
    scale = sorted(jnp.abs(x).ravel())[-1]
    return x / jnp.where(scale == 0, 1, scale)
