# expect: slow: clock
"""A clock that stands still while the processor waits."""

import time

import jax


def bench(fn, *args, reps):
    jax.block_until_ready(fn(*args))
    start = time.process_time()
    for _ in range(reps):
        jax.block_until_ready(fn(*args))
    return (time.process_time() - start) / reps
