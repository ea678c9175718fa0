import jax
import jax.numpy as jnp

show = jax.jit(lambda x: abs(x))


def squares(x):
    return jnp.where(show(x) >= 0, x * x, 0)
