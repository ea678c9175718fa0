# expect: passed
"""No float has more than five logarithms in it: a masked loop with room to spare gives the same counts."""
import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def iterated_log(x, n):
    def body(_, s):
        x, count = s
        go = jnp.log(x) >= n
        return jnp.where(go, jnp.log(x), x), count + go.astype(jnp.int32)

    return lax.fori_loop(0, 16, body, (jnp.asarray(x, jnp.float32), jnp.int32(0)))[1]
