import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def total(x):
    return jnp.sum(x * x)


def squares(x):
    if not isinstance(x, jax.core.Tracer):
        x = jnp.asarray(x)
    return total(x)
