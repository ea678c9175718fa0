import jax
import jax.numpy as jnp
from jax import lax


def make_update():
    return jax.jit(lambda state, g: 0.9 * state + g, donate_argnums=0)


def loss(params, x):
    keep = jax.checkpoint_policies.everything_saveable

    @jax.checkpoint(policy=keep)
    def layer(h, w):
        return h + jnp.tanh(h @ w[0]) @ w[1], None

    h, _ = lax.scan(layer, x, params)
    return jnp.mean(h**2)
