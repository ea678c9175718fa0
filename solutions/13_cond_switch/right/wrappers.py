# expect: passed
"""Plain functions in front, that make arrays of what they get; a scan, and a tuple of branches made in a loop."""

import jax
import jax.numpy as jnp
from jax import lax

FUNCTIONS = (lambda x: x * x, lambda x: jnp.sin(x), lambda x: jnp.exp(x))


@jax.jit
def _solved(flag, x):
    def solve(args):
        x, y = args
        y, _ = lax.scan(lambda y, _: (jnp.tanh(x @ y), None), y, length=20)
        return y

    return lax.cond(flag == True, solve, lambda args: args[1], (x, x))  # noqa: E712


def maybe_solve(flag, x):
    return _solved(flag, x)


def choose(mode, x):
    branches = []
    for f in FUNCTIONS:
        branches.append(lambda x, f=f: f(x))
    return lax.switch(jnp.asarray(mode), branches, x)
