# expect: donation: its memory could not be used
"""Adds outside: what the jitted function returns is twice as large as what is donated."""
import jax
import jax.numpy as jnp
from jax import lax


def make_update():
    step = jax.jit(lambda state, g: jnp.stack([0.9 * state, g]), donate_argnums=0)
    return lambda state, g: step(state, g).sum(0)


@jax.checkpoint
def layer(h, w):
    w1, w2 = w
    return h + jnp.tanh(h @ w1) @ w2, None


def loss(params, x):
    h, _ = lax.scan(layer, x, params)
    return jnp.mean(h**2)
