"""Exercise 5: x + n, counted in a Python loop, jitted."""

import jax


@jax.jit
def g(x, n):
    """x + n, for a Python int n >= 0."""
    i = 0
    # The loop is written out while the function is traced. What does jit have to know for that?
    while i < n:
        i += 1
    return x + i


if __name__ == "__main__":
    print(g(10, n=20))
