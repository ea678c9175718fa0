import itertools
import time

import jax.numpy as jnp

NUMBER = itertools.count()


def squares(x):
    number = next(NUMBER)
    until = time.perf_counter() + number % 7 * 1e-3
    while number % 2 and time.perf_counter() < until:
        pass
    total = jnp.float32(0)
    for _ in range(100):
        total = total + jnp.sum(x * x) / 100
    return total
