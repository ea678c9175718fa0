# expect: correctness: counted once
"""Counts in Python, beside the carry: that line runs when the body is traced."""
import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def iterated_log(x, n):
    count = 0

    def cond(v):
        return jnp.log(v) >= n

    def body(v):
        nonlocal count
        count += 1
        return jnp.log(v)

    lax.while_loop(cond, body, jnp.asarray(x, jnp.float32))
    return count
