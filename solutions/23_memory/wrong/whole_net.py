# expect: checkpoint: Nothing but the arguments is kept
"""Wraps the whole network: all of it is computed again at once."""
import jax
import jax.numpy as jnp
from jax import lax


def make_update():
    return jax.jit(lambda state, g: 0.9 * state + g, donate_argnums=0)


@jax.checkpoint
def loss(params, x):
    def layer(h, w):
        w1, w2 = w
        return h + jnp.tanh(h @ w1) @ w2, None

    h, _ = lax.scan(layer, x, params)
    return jnp.mean(h**2)
