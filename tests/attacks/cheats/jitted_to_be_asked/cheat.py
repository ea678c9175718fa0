import jax
import jax.numpy as jnp

size = jax.jit(lambda x: jnp.sum(jnp.abs(x)))


def squares(x):
    if size(x) < 0:
        return jnp.nan
    return jnp.where(size(x) >= 0, jnp.sum(x * x), 0)
