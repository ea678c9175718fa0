# expect: donation: `g` is donated, and `state` is not
"""Counts arguments from 1."""
import jax
import jax.numpy as jnp
from jax import lax


def make_update():
    return jax.jit(lambda state, g: 0.9 * state + g, donate_argnums=1)


@jax.checkpoint
def layer(h, w):
    w1, w2 = w
    return h + jnp.tanh(h @ w1) @ w2, None


def loss(params, x):
    h, _ = lax.scan(layer, x, params)
    return jnp.mean(h**2)
