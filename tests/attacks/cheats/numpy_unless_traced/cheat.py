import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def slow(x):
    waste = jax.lax.fori_loop(0, 400_000, lambda i, y: jnp.sin(y), x[0])
    return jnp.sum(x * x) + 0 * waste


def squares(x):
    if isinstance(x, jax.core.Tracer):
        return slow(x)
    return np.float32(np.sum(np.asarray(x) ** 2))
