import time

import jax


def bench(fn, *args, reps):
    jax.block_until_ready(fn(*args))
    start = time.perf_counter_ns()
    for _ in range(reps):
        jax.block_until_ready(fn(*args))
    return (time.perf_counter_ns() - start) / reps
