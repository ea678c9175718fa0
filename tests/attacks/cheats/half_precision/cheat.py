import jax
import jax.numpy as jnp


@jax.jit
def squares(x):
    x = x.astype(jnp.bfloat16)
    return jnp.sum(x * x, dtype=jnp.bfloat16).astype(jnp.float32)
