# expect: traces: while
"""The lesson's failing loop: its condition is a tracer."""
import jax
import jax.numpy as jnp


@jax.jit
def iterated_log(x, n):
    count = 0
    while jnp.log(x) >= n:
        x = jnp.log(x)
        count = count + 1
    return jnp.int32(count)
