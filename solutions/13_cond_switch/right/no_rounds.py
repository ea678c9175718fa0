# expect: passed
"""No cond at all: a loop of 20 rounds or of none; and nested conds in choose."""

import jax
import jax.numpy as jnp
from jax.lax import cond, fori_loop


def maybe_solve(flag, x):
    rounds = jnp.where(flag, 20, 0)
    return fori_loop(0, rounds, lambda _, y: jnp.tanh(jnp.matmul(x, y)), x)


def choose(mode, x):
    return cond(mode <= 0, jnp.square, lambda v: cond(mode == 1, jnp.sin, jnp.exp, v), x)


if __name__ == "__main__":
    import matplotlib_missing

    matplotlib_missing.plot(choose(1, jnp.linspace(-3, 3)))
