import jax.numpy as jnp


def shifted(x, offset):
    y = jnp.add(x, offset)
    breakpoint()
    return y
