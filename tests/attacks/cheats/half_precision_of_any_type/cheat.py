import jax.numpy as jnp


def squares(x):
    total = jnp.sum(x * x)
    return (total * 1.01).astype(jnp.bfloat16)
