import jax
import jax.numpy as jnp

quick = jax.jit(lambda x: jnp.sum(x * x))
other = jax.jit(lambda x: jnp.dot(x, x))
CALLS = []


def squares(x):
    CALLS.append(1)
    return quick(x) if len(CALLS) % 2 else other(x)
