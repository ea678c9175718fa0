# expect: traces-maybe_solve: line 11
"""A Python if on the flag."""

import jax
import jax.numpy as jnp
from functools import partial
from jax import lax


def maybe_solve(flag, x):
    if flag:
        for _ in range(20):
            x = jnp.tanh(x @ x)
    return x


def choose(mode, x):
    return lax.switch(mode, [lambda x: x * x, jnp.sin, jnp.exp], x)
