import jax
import jax.numpy as jnp

total = jax.jit(lambda x: jnp.sum(x * x))
first = True


def squares(x):
    global first
    if first:
        first = False
        total(jnp.zeros(16)).block_until_ready()
    return total(x)
