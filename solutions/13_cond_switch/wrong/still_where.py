# expect: speedup: before lax.cond
"""jnp.where, with the loop made small."""

import jax
import jax.numpy as jnp
from functools import partial
from jax import lax


def maybe_solve(flag, x):
    def step(y, _):
        return jnp.tanh(x @ y), None

    return jnp.where(flag, lax.scan(step, x, length=20)[0], x)


def choose(mode, x):
    return lax.switch(mode, [lambda x: x * x, jnp.sin, jnp.exp], x)
