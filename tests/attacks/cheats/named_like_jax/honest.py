import jax
import jax.numpy as jnp


@jax.jit
def _reduce_sum(x):
    return jnp.sum(x * x)


@jax.jit
def multiply(x):
    return _reduce_sum(x)


def squares(x):
    return multiply(x)
