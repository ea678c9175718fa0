import jax
import jax.numpy as jnp

jax.clear_caches()


@jax.jit
def squares(x):
    latest = [16]
    latest[0] = len(x)
    return jnp.sum(x * x)
