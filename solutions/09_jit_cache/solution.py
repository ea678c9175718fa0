"""Exercise 9, a solution: one function object, jitted once."""

import jax


# Made when the file is loaded, and the same object for ever: every call finds what an earlier one compiled.
@jax.jit
def step(v):
    """One round of Newton's method for the square root of 2."""
    return (v + 2 / v) / 2


def iterate(x, n):
    """x after n rounds of v <- (v + 2/v)/2."""
    # A Python loop is fine here: it runs n times over a compiled step. To have the loop in the program, too, jit the
    # whole and use lax.fori_loop(0, n, lambda _, v: step(v), x).
    for _ in range(n):
        x = step(x)
    return x
