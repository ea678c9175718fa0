import jax
import jax.numpy as jnp


def _squared(x):
    return jnp.multiply(x, x)


squares = jax.jit(_squared)
