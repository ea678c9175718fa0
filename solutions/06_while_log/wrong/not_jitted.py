# expect: recompiles: jit
"""while_loop without jit: new closures, hence a compilation of the loop in every call."""
import jax.numpy as jnp
from jax import lax


def iterated_log(x, n):
    def cond(s):
        return jnp.log(s[0]) >= n

    def body(s):
        return jnp.log(s[0]), s[1] + 1

    return lax.while_loop(cond, body, (jnp.asarray(x, jnp.float32), jnp.int32(0)))[1]
