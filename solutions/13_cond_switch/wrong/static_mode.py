# expect: modes: static mode
"""The mode is a Python int, and so made static: a program for each mode, though lax.switch would ask a traced one."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def maybe_solve(flag, x):
    return lax.cond(flag, lambda: lax.fori_loop(0, 20, lambda _, y: jnp.tanh(x @ y), x), lambda: x)


@partial(jax.jit, static_argnums=0)
def choose(mode, x):
    return lax.switch(mode, [lambda x: x * x, jnp.sin, jnp.exp], x)
