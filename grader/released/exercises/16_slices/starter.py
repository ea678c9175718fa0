"""Exercise 16: counting into places, and reading a window of fixed length from a place that is not fixed."""

import jax.numpy as jnp


def histogram(idx, n):
    """How often each of 0, ..., n - 1 occurs in idx, as int32; other indices are not counted."""
    h = jnp.zeros(n, jnp.int32)
    for i in idx:
        h[i] += 1  # NumPy would do this. Where should the new array go?
    return h


def window(x, i):
    """x[i], x[i + 1] and x[i + 2], with 0 where x has none."""
    return x[i : i + 3]  # three elements for every i, but who could tell?


if __name__ == "__main__":
    print(histogram(jnp.array([0, 2, 2, -1, 7]), 4))
    print(window(jnp.array([1.0, 2.0, 3.0, 4.0]), 3))
