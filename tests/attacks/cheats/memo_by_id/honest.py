import jax
import jax.numpy as jnp


def total(x):
    return jnp.sum(x * x)


COMPILED = {id(total): jax.jit(total)}


def squares(x):
    return COMPILED[id(total)](x)
