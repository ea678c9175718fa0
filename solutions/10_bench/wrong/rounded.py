# expect: quick: reports 0 ns
"""Measures rightly, then rounds to hundredths, which leaves nothing of a quick computation."""

import time

import jax


def bench(fn, *args, reps):
    jax.block_until_ready(fn(*args))
    start = time.perf_counter()
    for _ in range(reps):
        jax.block_until_ready(fn(*args))
    return round((time.perf_counter() - start) / reps, 2)
