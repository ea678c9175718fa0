# expect: passed
"""The median of single durations, as a NumPy number."""

import time

import jax
import numpy as np


def bench(fn, *args, reps):
    "Größe: Sekunden"
    durations = []
    for _ in range(reps + 3):
        start = time.perf_counter_ns()
        jax.tree.map(lambda leaf: leaf.block_until_ready(), fn(*args))
        durations.append(1e-9 * (time.perf_counter_ns() - start))
    return np.median(durations[3:])


if __name__ == "__main__":
    import nothing_to_plot_with

    nothing_to_plot_with.plot([bench(jax.jit(abs), 1.0, reps=10)])
