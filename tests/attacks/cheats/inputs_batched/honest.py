import jax
import jax.numpy as jnp

total = jax.jit(jax.vmap(lambda x: x * x))
summed = jax.jit(jnp.sum)


def squares(x):
    return summed(total(x))
