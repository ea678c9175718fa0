"""Exercise 23: a training step and a loss. Both are right, and both take more memory than they need."""

import jax
import jax.numpy as jnp
from jax import lax


def make_update():
    """A function update(state, g) that gives 0.9 * state + g."""
    return jax.jit(lambda state, g: 0.9 * state + g)  # where does the result lie, and where the old state?


def loss(params, x):
    """The mean of h², after all layers: h + tanh(h W1) W2."""

    def layer(h, w):
        w1, w2 = w
        return h + jnp.tanh(h @ w1) @ w2, None  # what of this has to be kept for the way back?

    h, _ = lax.scan(layer, x, params)
    return jnp.mean(h**2)


if __name__ == "__main__":
    update = make_update()
    state, g = jnp.ones(3), jnp.ones(3)
    print(update(state, g), "- is the old state gone?", state.is_deleted())
    params = jnp.full((16, 64, 256), 0.01), jnp.full((16, 256, 64), 0.01)
    jax.ad_checkpoint.print_saved_residuals(loss, params, jnp.ones((256, 64)))
