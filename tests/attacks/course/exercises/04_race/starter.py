import jax.numpy as jnp


def squares(x):
    total = jnp.float32(0)
    for number in x:
        total = total + number * number
    return total
