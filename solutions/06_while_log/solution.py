"""Exercise 6, a solution: the loop is part of the program, and all that changes in it is in the carry."""

import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def iterated_log(x, n):
    """The number of logarithms that can be taken before the next one falls below n, as an int32."""
    # The carry keeps its dtypes for ever, and log(x) is a float: an integer x has to become one before the loop.
    # (A plain Python 10 would be promoted by itself, for its type is weak; jnp.int32(10) would be an error.)
    x = jnp.asarray(x, dtype=float)

    def goes_on(carry):
        value, _ = carry
        return jnp.log(value) >= n  # a tracer, and it may stay one: while_loop asks it on the device

    def next_round(carry):
        value, count = carry
        return jnp.log(value), count + 1

    _, count = lax.while_loop(goes_on, next_round, (x, jnp.int32(0)))
    return count
