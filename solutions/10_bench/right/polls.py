# expect: passed
"""Asks whether the results are there, again and again."""

import time, jax
def bench(fn, *args, reps):
    out = fn(*args)
    while not all(leaf.is_ready() for leaf in jax.tree.leaves(out)): pass
    best = float("inf")
    for _ in range(reps):
        t = time.perf_counter_ns()
        out = fn(*args)
        while not all(leaf.is_ready() for leaf in jax.tree.leaves(out)): pass
        best = min(best, time.perf_counter_ns() - t)
    return best / 1e9
