import jax
import jax.numpy as jnp

CODE = jax.clear_caches.__code__


@jax.jit
def squares(x):
    return jnp.sum(x * x)
