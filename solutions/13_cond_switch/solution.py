"""Exercise 13, a solution: the program holds all branches, and runs the one that is asked for."""

import jax.numpy as jnp
from jax import lax


def maybe_solve(flag, x):
    """The solution if flag, else x."""

    def solve(x):
        # fori_loop rather than a Python loop: the program holds one product instead of twenty.
        return lax.fori_loop(0, 20, lambda _, y: jnp.tanh(x @ y), x)

    def same(x):
        return x

    # Functions, not results: solve(x) here would run before lax.cond could prevent it.
    return lax.cond(flag, solve, same, x)


def choose(mode, x):
    """x * x, sin(x) or exp(x), for mode 0, 1 or 2; a mode outside takes the nearest."""
    return lax.switch(mode, [lambda x: x * x, jnp.sin, jnp.exp], x)
