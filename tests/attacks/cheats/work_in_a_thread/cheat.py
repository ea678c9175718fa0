import threading
import time

import jax
import jax.numpy as jnp

TICKS = [0]


def tick():
    while True:
        TICKS[0] += 1
        time.sleep(1e-3)


threading.Thread(target=tick, daemon=True).start()


@jax.jit
def squares(x):
    return jnp.sum(x * x)
