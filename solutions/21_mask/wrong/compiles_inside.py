# expect: recompiles: compiled ahead of time
"""Asks within the function what its program costs: to tell that, jax compiles one more that is never run."""

import jax
import jax.numpy as jnp


def _mean(x):
    mask = x > 0
    return jnp.sum(jnp.where(mask, x, 0)) / jnp.maximum(jnp.sum(mask), 1)


def positive_mean(x):
    print(jax.jit(_mean).lower(jax.ShapeDtypeStruct(x.shape, x.dtype)).compile().cost_analysis())
    return _mean(x)
