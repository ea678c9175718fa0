# expect: real: NoneType
"""Prints the result and returns nothing."""

import time

import jax


def bench(fn, *args, reps):
    jax.block_until_ready(fn(*args))
    start = time.perf_counter()
    for _ in range(reps):
        jax.block_until_ready(fn(*args))
    print((time.perf_counter() - start) / reps)
