# expect: donation: the array that comes back lies elsewhere
"""Donates to a function that does the first half; the second half takes new memory."""
import jax
import jax.numpy as jnp
from jax import lax


def make_update():
    decay = jax.jit(lambda state: 0.9 * state, donate_argnums=0)
    return lambda state, g: decay(state) + g


@jax.checkpoint
def layer(h, w):
    w1, w2 = w
    return h + jnp.tanh(h @ w1) @ w2, None


def loss(params, x):
    h, _ = lax.scan(layer, x, params)
    return jnp.mean(h**2)
