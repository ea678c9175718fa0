import jax.numpy as jnp


def squares(x):
    total = jnp.float32(0)
    for _ in range(100):
        total = total + jnp.sum(x * x) / 100
    return total
