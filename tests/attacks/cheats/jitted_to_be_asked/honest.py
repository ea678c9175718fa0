import jax
import jax.numpy as jnp

total = jax.jit(lambda x: jnp.sum(x * x))


def squares(x):
    if total(x) < 0:
        return jnp.nan
    return jnp.where(total(x) >= 0, total(x), 0)
