# expect: branches: cond
"""Computes all three and takes one."""

import jax
import jax.numpy as jnp
from functools import partial
from jax import lax


def maybe_solve(flag, x):
    return lax.cond(flag, lambda x: lax.fori_loop(0, 20, lambda _, y: jnp.tanh(x @ y), x), lambda x: x, x)


def choose(mode, x):
    return jnp.where(mode <= 0, x * x, jnp.where(mode == 1, jnp.sin(x), jnp.exp(x)))
