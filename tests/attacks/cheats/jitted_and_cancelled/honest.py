import jax
import jax.numpy as jnp

twice = jax.jit(lambda x: 2 * jnp.sum(x * x))


def squares(x):
    return twice(x) - twice(x) / 2 + 0.0
