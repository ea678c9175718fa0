# expect: traces-choose: lax.switch
"""Hands results to lax.switch."""

import jax
import jax.numpy as jnp
from functools import partial
from jax import lax


def maybe_solve(flag, x):
    return lax.cond(flag, lambda x: lax.fori_loop(0, 20, lambda _, y: jnp.tanh(x @ y), x), lambda x: x, x)


def choose(mode, x):
    return lax.switch(mode, [x * x, jnp.sin(x), jnp.exp(x)])
