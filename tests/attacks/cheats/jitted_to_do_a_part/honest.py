import jax
import jax.numpy as jnp
import numpy as np

halved = jax.jit(lambda x: jnp.sum(x * x) / 2)


def squares(x):
    x = np.asarray(x)
    return 2 * halved(x)
