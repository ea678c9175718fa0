# expect: traces: picks elements by a mask
""".at with a mask: how many elements are there to be set?"""

import jax.numpy as jnp


def positive_mean(x):
    mask = x > 0
    y = x.at[~mask].set(0)
    return jnp.sum(y) / jnp.maximum(jnp.sum(mask), 1)
