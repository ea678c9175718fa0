# expect: correctness: carry
"""Carries x as it comes: an int32 that turns into a float."""
import jax
import jax.numpy as jnp
from jax.lax import while_loop


def loop(x, n):
    def cond(state):
        return jnp.log(state[0]) >= n

    def body(state):
        return jnp.log(state[0]), state[1] + 1

    return while_loop(cond, body, (x, 0))[1]


iterated_log = jax.jit(loop)
