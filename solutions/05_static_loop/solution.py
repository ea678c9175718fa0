"""Exercise 5, a solution: n is static, x is not."""

from functools import partial

import jax


# partial(jax.jit, static_argnames=["n"]) is a function that still wants one argument, the function to jit: that is
# what a decorator is. The same without it: g = jax.jit(g, static_argnames=["n"]).
@partial(jax.jit, static_argnames=["n"])
def g(x, n):
    """x + n, for a Python int n >= 0."""
    # n is an int here and i stays one, so the loop runs while the function is traced and leaves nothing behind but
    # its result: the program for n = 20 is a single addition, x + 20. For a loop body that does something, each round
    # would be written out; where n is large, lax.fori_loop keeps the program small.
    i = 0
    while i < n:
        i += 1
    return x + i
