# expect: passed
"""Compiles ahead of time for each shape; checkpoints in two levels where layers divide."""
import jax
import jax.numpy as jnp
from jax import lax


def step(state, g):
    return 0.9 * state + g


def make_update():
    programs = {}

    def update(state, g):
        key = state.shape, state.dtype
        if key not in programs:
            programs[key] = jax.jit(step, donate_argnums=0).lower(state, g).compile()
        return programs[key](state, g)

    return update


def layer(h, w):
    w1, w2 = w
    return h + jnp.tanh(h @ w1) @ w2, None


def loss(params, x):
    layers = params[0].shape[0]
    block = 4 if layers % 4 == 0 else 1
    params = jax.tree.map(lambda w: w.reshape(layers // block, block, *w.shape[1:]), params)

    @jax.checkpoint
    def several(h, ws):
        return lax.scan(jax.checkpoint(layer), h, ws)

    h, _ = lax.scan(several, x, params)
    return jnp.mean(h**2)
