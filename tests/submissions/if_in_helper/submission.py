import jax.numpy as jnp


def safe(scale):
    if scale == 0:
        return 1.0
    return scale


def normalise(x):
    return x / safe(jnp.max(jnp.abs(x)))
