import jax.numpy as jnp

with open(__file__) as file:
    LINES = file.readlines()


def shifted(x, offset):
    return jnp.add(x, offset)
