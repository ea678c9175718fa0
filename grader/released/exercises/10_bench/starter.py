"""Exercise 10: how long does one call take? This stopwatch is too optimistic, except where it is too pessimistic."""

import time

import jax
import jax.numpy as jnp


def bench(fn, *args, reps):
    """Seconds that one call of fn(*args) takes."""
    start = time.perf_counter()
    for _ in range(reps):
        fn(*args)  # the first call does something else, too; and does any of them wait?
    return (time.perf_counter() - start) / reps


if __name__ == "__main__":
    matrix = jnp.full((500, 500), 0.01)
    product = jax.jit(lambda a: a @ a @ a @ a)
    print("with the first call:   ", bench(product, matrix, reps=5), "s")
    print("without the first call:", bench(product, matrix, reps=5), "s")
