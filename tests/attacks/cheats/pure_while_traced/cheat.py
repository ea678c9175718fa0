import jax
import jax.numpy as jnp

CALLS = {}


@jax.jit
def total(x):
    return jnp.sum(x * x)


def squares(x):
    if not isinstance(x, jax.core.Tracer):
        CALLS[len(CALLS)] = float(x[0])
    return total(x)
