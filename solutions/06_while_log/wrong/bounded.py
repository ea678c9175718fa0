# expect: correctness: large and deep
"""A masked loop with a bound that a large x exceeds."""
import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def iterated_log(x, n):
    def body(_, s):
        x, count = s
        go = jnp.log(x) >= n
        return jnp.where(go, jnp.log(x), x), count + go

    return lax.fori_loop(0, 4, body, (jnp.asarray(x, jnp.float32), jnp.int32(0)))[1]
