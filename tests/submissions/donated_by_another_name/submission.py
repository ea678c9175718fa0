import jax
import jax.numpy as jnp
from jax import lax


def make_update():
    return jax.jit(lambda state, g: 0.9 * state + g, donate_argnames="states")


def loss(params, x):
    def layer(h, w):
        w1, w2 = w
        return h + jnp.tanh(h @ w1) @ w2, None

    h, _ = lax.scan(jax.checkpoint(layer), x, params)
    return jnp.mean(h**2)
