import time

import jax
import jax.numpy as jnp

started = time.perf_counter()


@jax.jit
def squares(x):
    return jnp.sum(x * x)


squares(jnp.ones(3)).block_until_ready()
took = time.perf_counter() - started
