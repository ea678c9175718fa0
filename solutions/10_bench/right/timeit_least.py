# expect: passed
"""timeit, and the least of several rounds."""

import timeit

import jax


def bench(fn, *args, reps):
    def once():
        return jax.block_until_ready(fn(*args))

    once()
    return min(timeit.repeat(once, number=1, repeat=reps))


print(bench(jax.jit(lambda x: 2 * x), 1.0, reps=3) > 0)
