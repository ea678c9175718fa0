import jax.numpy as jnp


def squares(x):
    return jnp.sum(x * x)
