# expect: recompiles: static
"""Makes n static: one compilation for each n."""
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnames=["n"])
def iterated_log(x, n):
    x = jnp.asarray(x, jnp.float32)
    _, count = lax.while_loop(
        lambda s: jnp.log(s[0]) >= n, lambda s: (jnp.log(s[0]), s[1] + 1), (x, jnp.int32(0))
    )
    return count
