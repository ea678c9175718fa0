import jax.numpy as jnp


def normalise(x):
    scale = jnp.max(jnp.abs(x))
    if scale in (0, 0.0):
        scale = 1.0
    return x / scale
