# expect: slow: without waiting
"""Warms up, but never waits."""

import time

import jax


def bench(fn, *args, reps):
    fn(*args)
    start = time.perf_counter()
    for _ in range(reps):
        fn(*args)
    return (time.perf_counter() - start) / reps
