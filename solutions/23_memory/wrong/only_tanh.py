# expect: checkpoint: f32[16,256,256]
"""Wraps tanh alone, whose input is as large as its output."""
import jax
import jax.numpy as jnp
from jax import lax


def make_update():
    return jax.jit(lambda state, g: 0.9 * state + g, donate_argnums=0)


def loss(params, x):
    def layer(h, w):
        w1, w2 = w
        return h + jax.checkpoint(jnp.tanh)(h @ w1) @ w2, None

    h, _ = lax.scan(layer, x, params)
    return jnp.mean(h**2)
