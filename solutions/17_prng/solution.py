"""Exercise 17, a solution: every number comes from the key that is given, and every key is used once."""

import jax
import jax.numpy as jnp


def dropout(key, x, rate):
    """x with each entry 0 with probability rate, and the others divided by 1 - rate."""
    # x / (1 - rate) is computed for all entries, also for those that are dropped: that is cheaper than picking them.
    keep = jax.random.bernoulli(key, 1 - rate, x.shape)
    return jnp.where(keep, x / (1 - rate), 0)


def walk(key, x, n):
    """A key to go on with, and x after n standard normal steps."""

    def step(_, state):
        key, x = state
        # One of the two is drawn from, the other one goes on; the key that was split is never looked at again.
        key, sub = jax.random.split(key)
        return key, x + jax.random.normal(sub, x.shape, x.dtype)

    return jax.lax.fori_loop(0, n, step, (key, x))
