import jax
import jax.numpy as jnp
import numpy as np

one = jax.jit(lambda x: jnp.sum(x * x))


def squares(x):
    np.asarray(x)
    return one(x)
