"""Exercise 4, a solution: the program itself chooses, element by element."""

import jax.numpy as jnp


def my_abs(x):
    """The absolute value of each element of x."""
    # Both sides are computed, and for each element one is taken: no question is asked while tracing. That is cheap
    # here. Where one side is expensive, lax.cond (exercise 13) runs only the side that is needed.
    # (jnp.abs does the same by an instruction of its own.)
    return jnp.where(x < 0, -x, x)
