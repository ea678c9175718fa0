# expect: pytree: jax.block_until_ready
"""Calls the method of an array on whatever comes."""

import time

import jax


def bench(fn, *args, reps):
    fn(*args).block_until_ready()
    start = time.perf_counter()
    for _ in range(reps):
        fn(*args).block_until_ready()
    return (time.perf_counter() - start) / reps
