# expect: slow: first call
"""Waits, but times the first call, too."""

import time

import jax


def bench(fn, *args, reps):
    start = time.perf_counter()
    for _ in range(reps):
        jax.block_until_ready(fn(*args))
    return (time.perf_counter() - start) / reps
