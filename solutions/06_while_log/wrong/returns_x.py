# expect: correctness: counter
"""Returns the last x, not the count."""
import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def iterated_log(x, n):
    state = (jnp.asarray(x, jnp.float32), jnp.int32(0))
    state = lax.while_loop(lambda s: jnp.log(s[0]) >= n, lambda s: (jnp.log(s[0]), s[1] + 1), state)
    return state[0]
