import jax
import jax.numpy as jnp


@jax.jit
def squares(x):
    return jnp.where(jnp.all(x == 0), jnp.float32(0), jnp.sum(x * x))
