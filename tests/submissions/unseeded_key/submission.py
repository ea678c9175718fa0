import time

import jax


def shifted(x, offset):
    key = jax.random.key(time.time_ns() % 1000)
    return x + offset + 0 * jax.random.normal(key)
