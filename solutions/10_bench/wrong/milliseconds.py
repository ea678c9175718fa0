# expect: slow: right in milliseconds
"""Returns milliseconds."""

import time

import jax


def bench(fn, *args, reps):
    jax.block_until_ready(fn(*args))
    start = time.perf_counter()
    for _ in range(reps):
        jax.block_until_ready(fn(*args))
    return 1000 * (time.perf_counter() - start) / reps
