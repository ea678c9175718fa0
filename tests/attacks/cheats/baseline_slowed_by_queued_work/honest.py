import jax
import jax.numpy as jnp

LARGE = jnp.ones((30, 30))
READY = [jax.jit(lambda a: a @ a)(LARGE)]


@jax.jit
def squares(x):
    return jnp.sum(x * x)
