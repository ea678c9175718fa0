# expect: slow: reports
"""Waits and sleeps, and returns a number that it did not measure."""

import time, jax
def bench(fn, *args, reps):
    for _ in range(reps + 1):
        jax.block_until_ready(fn(*args))
        time.sleep(0.038)
    return 0.038
