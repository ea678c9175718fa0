# expect: speedup: before lax.cond
"""The solution is there before lax.cond is asked; its branches only hand it on."""

import jax
import jax.numpy as jnp
from functools import partial
from jax import lax


def maybe_solve(flag, x):
    y = lax.fori_loop(0, 20, lambda _, y: jnp.tanh(x @ y), x)
    return lax.cond(flag, lambda x: y, lambda x: x, x)


def choose(mode, x):
    return lax.switch(mode, [lambda x: x * x, jnp.sin, jnp.exp], x)
