# expect: correctness: Python's own True
"""Nothing is static, and jnp.where works out both answers: `-x` for a truth value, too."""
import jax
import jax.numpy as jnp


@jax.jit
def abs_jit(x):
    return jnp.where(x < 0, -x, x)
