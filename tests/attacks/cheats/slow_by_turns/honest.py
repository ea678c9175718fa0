import jax
import jax.numpy as jnp


@jax.jit
def squares(x):
    # Two ways for two kinds of input; both take a moment.
    return jax.lax.cond(x[0] > 0.6, lambda x: jnp.sum(x * x), lambda x: jnp.dot(x, x), x)
