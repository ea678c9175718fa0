import jax
import jax.numpy as jnp

show = jax.jit(lambda x: jnp.sum(jnp.cos(x)))


def squares(x):
    shown = show(x)
    return jnp.sum(x * x) + 0 * shown + (shown - shown)
