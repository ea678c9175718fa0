"""Exercise 24: h <- a * h + b, one step after another. Right, and as long as the vectors are."""

import jax.numpy as jnp
from jax import lax


def combine(l, r):
    """The pair (a, b) that stands for first l, then r, where a pair stands for h -> a * h + b."""
    return l  # what is r after l?


def linear_recurrence(a, b):
    """h0 = b0, and then h <- a * h + b: all of them."""

    def step(h, ab):  # can the second half of the steps begin before the first half is done?
        h = ab[0] * h + ab[1]
        return h, h

    return lax.scan(step, jnp.zeros_like(b[0]), (a, b))[1]


if __name__ == "__main__":
    print(linear_recurrence(jnp.array([9.0, 2.0, 0.5]), jnp.array([1.0, 1.0, 1.0])))
