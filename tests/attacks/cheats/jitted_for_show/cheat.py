import jax
import jax.numpy as jnp

show = jax.jit(lambda x: jnp.sin(x))


def squares(x):
    show(x).block_until_ready()
    return jnp.sum(x * x)
