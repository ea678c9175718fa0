import jax.numpy as jnp


def normalise(x):
    """x / max|x|."""
    scale = jnp.max(jnp.abs(x))
    if (scale
            == 0):
        return jnp.zeros_like(x)
    return x / scale
