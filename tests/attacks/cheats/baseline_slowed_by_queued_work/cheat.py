import jax
import jax.numpy as jnp

LARGE = jnp.ones((300, 300))
burn = jax.jit(lambda a: jax.lax.fori_loop(0, 5, lambda i, a: a @ a / 300, a))
QUEUED = []


def squares(x):
    total = jnp.float32(0)
    for _ in range(100):
        total = total + jnp.sum(x * x) / 100
    total.block_until_ready()
    QUEUED[:] = [burn(LARGE)]
    return total
