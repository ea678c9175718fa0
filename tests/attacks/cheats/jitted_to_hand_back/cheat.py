import jax
import jax.numpy as jnp

as_it_is = jax.jit(lambda x: x + 0)


def squares(x):
    return as_it_is(jnp.sum(x * x))
