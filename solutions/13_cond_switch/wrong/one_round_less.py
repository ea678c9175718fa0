# expect: correctness: solved
"""Starts from the first round, and goes on for 20 - 1."""

import jax
import jax.numpy as jnp
from functools import partial
from jax import lax


def maybe_solve(flag, x):
    return lax.cond(flag, lambda x: lax.fori_loop(1, 20, lambda _, y: jnp.tanh(x @ y), x), lambda x: x, x)


def choose(mode, x):
    return lax.switch(mode, [lambda x: x * x, jnp.sin, jnp.exp], x)
