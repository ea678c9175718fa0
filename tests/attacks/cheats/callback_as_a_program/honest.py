import jax
import jax.numpy as jnp


@jax.jit
def squares(x):
    jax.debug.print("{}", x[0])
    return jnp.sum(x * x)
