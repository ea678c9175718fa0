import threading

import jax
import jax.numpy as jnp

TICKS = [0]


def tick():
    TICKS[0] += 1


thread = threading.Thread(target=tick, daemon=True)
thread.start()
thread.join()


@jax.jit
def squares(x):
    return jnp.sum(x * x)
