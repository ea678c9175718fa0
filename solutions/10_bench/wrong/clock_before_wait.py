# expect: slow: waited for
"""The clock is read when the call returns, and the result is waited for only then."""

import time

import jax


def bench(fn, *args, reps):
    jax.block_until_ready(fn(*args))
    total = 0.0
    for _ in range(reps):
        start = time.perf_counter()
        out = fn(*args)
        total += time.perf_counter() - start
        jax.block_until_ready(out)
    return total / reps
