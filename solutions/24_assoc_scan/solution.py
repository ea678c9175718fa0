"""Exercise 24, a solution: stretches of steps, put together in any grouping."""

from jax import lax


def combine(l, r):
    """The pair (a, b) that stands for first l, then r, where a pair stands for h -> a * h + b."""
    # r after l: a_r * (a_l * h + b_l) + b_r. Multiplied out, the factors multiply, and a_r applies to b_l, too.
    return l[0] * r[0], r[0] * l[1] + r[1]


def linear_recurrence(a, b):
    """h0 = b0, and then h <- a * h + b: all of them."""
    # The pair up to place i, applied to h = 0, is its b: a0 has no part in that.
    return lax.associative_scan(combine, (a, b))[1]
