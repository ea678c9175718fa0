import jax
import jax.numpy as jnp


@jax.jit
def squares(x):
    x = x.astype(jnp.float32)
    return jnp.sum(x * x, dtype=jnp.float32).astype(jnp.float32)
