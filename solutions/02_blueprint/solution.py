"""Exercise 2, a solution: every line can be carried out by a tracer."""

import jax.numpy as jnp


def normalise(x):
    """x / max|x|, and 0 where all of x is 0."""
    scale = jnp.max(jnp.abs(x))
    # The choice is part of the program: both sides are there, and `where` takes one when it runs. The divisor is made
    # safe *before* the division, so that no 0/0 ever happens; that also keeps gradients free of nan (exercise 22).
    return x / jnp.where(scale == 0, 1, scale)
