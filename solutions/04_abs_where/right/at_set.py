# expect: passed
""".at[...].set gives a new array; and a short Python loop."""

import jax
import jax.numpy as jnp
from functools import partial


def my_abs(x):
    x = jnp.asarray(x)
    shape = x.shape
    x = x.reshape(-1)
    for _ in range(2):
        x = x.at[:].set(jnp.where(x < 0, -x, x))
    return x.reshape(shape)
