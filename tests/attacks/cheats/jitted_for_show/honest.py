import jax
import jax.numpy as jnp

total = jax.jit(lambda x: jnp.sum(x * x))


def squares(x):
    x = jnp.asarray(x, dtype=jnp.float32)
    total(x).block_until_ready()
    return total(x).reshape(()) * 1.0
