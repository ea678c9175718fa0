import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


def squares(x):
    return jnp.sum(x.astype(jnp.float64) ** 2)
