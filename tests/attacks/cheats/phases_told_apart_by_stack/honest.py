import jax
import jax.numpy as jnp

CALLS = {}


@jax.jit
def total(x):
    return jnp.sum(x * x)


def squares(x):
    if x.shape not in CALLS:
        CALLS[x.shape] = total
    return CALLS[x.shape](x)
