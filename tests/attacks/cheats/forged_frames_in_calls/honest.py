import jax
import jax.numpy as jnp


@jax.jit
def squares(x):
    calls = []
    calls.append(x)
    return jnp.sum(x * x)
