# expect: checkpoint: times what the starter
"""A policy that keeps the products of matrices, which are most of it."""
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def make_update():
    return jax.jit(lambda state, g: 0.9 * state + g, donate_argnums=0)


@partial(jax.checkpoint, policy=jax.checkpoint_policies.dots_saveable)
def layer(h, w):
    w1, w2 = w
    return h + jnp.tanh(h @ w1) @ w2, None


def loss(params, x):
    h, _ = lax.scan(layer, x, params)
    return jnp.mean(h**2)
