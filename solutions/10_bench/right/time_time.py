# expect: passed
"""time.time, and arguments by name."""

from time import *
import jax as j


def bench(fn, x, reps=10):
    out = fn(x)
    j.block_until_ready(out)
    start = time()
    for _ in range(reps):
        j.block_until_ready(fn(x))
    return (time() - start) / reps
