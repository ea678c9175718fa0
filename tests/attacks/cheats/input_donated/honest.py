import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnums=0)
def scaled(x):
    return x * x


@jax.jit
def total(x):
    return jnp.sum(x)


def squares(x):
    return total(scaled(x))
