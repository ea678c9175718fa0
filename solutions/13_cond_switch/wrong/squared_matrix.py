# expect: correctness: solved
"""tanh(y @ y) instead of tanh(x @ y)."""

import jax
import jax.numpy as jnp
from functools import partial
from jax import lax


def maybe_solve(flag, x):
    return lax.cond(flag, lambda x: lax.fori_loop(0, 20, lambda _, y: jnp.tanh(y @ y), x), lambda x: x, x)


def choose(mode, x):
    return lax.switch(mode, [lambda x: x * x, jnp.sin, jnp.exp], x)
