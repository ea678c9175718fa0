# expect: update: memory is gone
"""Looks at the old state after it was given away."""
import jax
import jax.numpy as jnp
from jax import lax


def step(state, g):
    return 0.9 * state + g


def make_update():
    step_ = jax.jit(step, donate_argnums=0)

    def update(state, g):
        new = step_(state, g)
        return jnp.where(jnp.isfinite(new), new, state)

    return update


@jax.checkpoint
def layer(h, w):
    w1, w2 = w
    return h + jnp.tanh(h @ w1) @ w2, None


def loss(params, x):
    h, _ = lax.scan(layer, x, params)
    return jnp.mean(h**2)
