import jax.numpy as jnp
from jax import lax


def maybe_solve(flag, x):
    # A plain Python question about identity: no tracer error here.
    y = x
    if flag is True:
        for _ in range(20):
            y = jnp.tanh(x @ y)
    return y


def choose(mode, x):
    return lax.switch(mode, [lambda x: x * x, jnp.sin, jnp.exp], x)
