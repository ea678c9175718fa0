# expect: passed
"""Waits once, after the loop: the mean is right."""

import time

import jax


def bench(fn, *args, reps):
    jax.block_until_ready(fn(*args))
    start = time.perf_counter()
    for _ in range(reps):
        out = fn(*args)
    jax.block_until_ready(out)
    return (time.perf_counter() - start) / reps
