import jax.numpy as jnp


def normalise(x):
    scale = jnp.max(jnp.abs(x))
    print("scale %f" % scale)
    return x / jnp.where(scale == 0, 1, scale)
