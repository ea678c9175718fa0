import jax
import jax.numpy as jnp

jax.config.update("jax_disable_jit", False)


@jax.jit
def squares(x):
    return jnp.sum(x * x)
