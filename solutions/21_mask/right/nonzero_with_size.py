# expect: passed
"""nonzero with a fixed size; the fill points beyond the end, where 0 is read."""

import jax
import jax.numpy as jnp


@jax.jit
def positive_mean(x):
    (where,) = jnp.nonzero(x > 0, size=x.size, fill_value=x.size)
    taken = x.at[where].get(mode="fill", fill_value=0)
    return taken.sum() / jnp.clip((where < x.size).sum(), 1)
