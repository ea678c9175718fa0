import jax.numpy as jnp


def my_abs(x):
    return jnp.clip(x, 0, None) - jnp.clip(x, None, 0)
