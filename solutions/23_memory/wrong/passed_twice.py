# expect: update: donates the same array twice
"""Donates two arguments, and passes the state for both."""
import jax
import jax.numpy as jnp
from jax import lax


def make_update():
    step = jax.jit(lambda state, old, g: 0.9 * state + 0 * old + g, donate_argnums=(0, 1))
    return lambda state, g: step(state, state, g)


@jax.checkpoint
def layer(h, w):
    w1, w2 = w
    return h + jnp.tanh(h @ w1) @ w2, None


def loss(params, x):
    h, _ = lax.scan(layer, x, params)
    return jnp.mean(h**2)
