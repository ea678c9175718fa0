# expect: slow: jitted function of its own
"""Jits fn anew in each round."""

import time

import jax


def bench(fn, *args, reps):
    jax.block_until_ready(fn(*args))
    start = time.perf_counter()
    for _ in range(reps):
        jax.block_until_ready(jax.jit(lambda *a: fn(*a))(*args))
    return (time.perf_counter() - start) / reps
