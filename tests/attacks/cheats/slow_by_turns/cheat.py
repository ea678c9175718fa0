import jax
import jax.numpy as jnp


@jax.jit
def squares(x):
    # Quick for six inputs in ten, so that the quicker half of most blocks is quick; slow for the others.
    rounds = jnp.where(x[0] > 0.6, 90_000, 6_000)
    total = jax.lax.fori_loop(0, rounds, lambda _, total: jnp.tanh(total) + x, x)
    return jnp.sum(x * x) + 0 * jnp.sum(total)
