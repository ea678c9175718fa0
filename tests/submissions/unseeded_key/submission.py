import time

import jax


def shifted(x, offset):
    key = jax.random.key(time.time_ns() % 1000)
    return x + offset + 1e-9 * jax.random.normal(key)
