# expect: slow: first call
"""Calls once more, but starts the clock before that."""

import time

import jax


def bench(fn, *args, reps):
    start = time.perf_counter()
    jax.block_until_ready(fn(*args))
    for _ in range(reps):
        jax.block_until_ready(fn(*args))
    return (time.perf_counter() - start) / reps
