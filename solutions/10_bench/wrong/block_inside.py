# expect: slow: waits for nothing
"""Waits inside a jitted function, where there is nothing to wait for."""

import time

import jax


def bench(fn, *args, reps):
    @jax.jit
    def blocked(*args):
        return jax.block_until_ready(fn(*args))

    blocked(*args)
    start = time.perf_counter()
    for _ in range(reps):
        blocked(*args)
    return (time.perf_counter() - start) / reps
