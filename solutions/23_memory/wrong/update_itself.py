# expect: signature-make_update: missing 2 required
"""Is the update itself, and not what makes it."""
import jax
import jax.numpy as jnp
from jax import lax


def make_update(state, g):
    return 0.9 * state + g


@jax.checkpoint
def layer(h, w):
    w1, w2 = w
    return h + jnp.tanh(h @ w1) @ w2, None


def loss(params, x):
    h, _ = lax.scan(layer, x, params)
    return jnp.mean(h**2)
