# expect: recompiles: compiled ahead of time
"""Has the program compiled ahead within the function, "to be quick later": that one is never run."""

import jax
import jax.numpy as jnp


def _abs(x):
    return jnp.where(x < 0, -x, x)


def my_abs(x):
    jax.jit(_abs).lower(jax.ShapeDtypeStruct(jnp.shape(x), jnp.result_type(x))).compile()
    return _abs(x)
