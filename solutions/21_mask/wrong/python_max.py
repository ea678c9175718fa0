# expect: traces: jnp.maximum
"""Python's max on a traced count."""

import jax.numpy as jnp


def positive_mean(x):
    return jnp.sum(jnp.where(x > 0, x, 0)) / max(jnp.sum(x > 0), 1)
