import jax
import jax.numpy as jnp


@jax.jit
def squares(x):
    return jnp.sum(x * x)
