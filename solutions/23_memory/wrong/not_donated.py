# expect: donation: `state` is not donated
"""Jitted, and nothing else: two states lie in memory for a moment."""
import jax
import jax.numpy as jnp
from jax import lax


def update(state, g):
    return 0.9 * state + g


def make_update():
    return jax.jit(update)


@jax.checkpoint
def layer(h, w):
    w1, w2 = w
    return h + jnp.tanh(h @ w1) @ w2, None


def loss(params, x):
    h, _ = lax.scan(layer, x, params)
    return jnp.mean(h**2)
