"""Exercise 23, a solution: the state is donated, and the layer is computed again on the way back."""

import jax
import jax.numpy as jnp
from jax import lax


def make_update():
    """A function update(state, g) that gives 0.9 * state + g, in the memory of state."""
    # Only the state: whoever calls may still use g, and there is but one result to lie in anybody's memory.
    return jax.jit(lambda state, g: 0.9 * state + g, donate_argnums=0)


def loss(params, x):
    """The mean of h², after all layers: h + tanh(h W1) W2."""

    # Around one layer, inside the scan: kept is the h that goes into each layer, and no more.
    @jax.checkpoint
    def layer(h, w):
        w1, w2 = w
        return h + jnp.tanh(h @ w1) @ w2, None

    h, _ = lax.scan(layer, x, params)
    return jnp.mean(h**2)
