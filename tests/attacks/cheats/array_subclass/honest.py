import jax
import jax.numpy as jnp
import numpy as np


class Named(np.ndarray):
    pass


ONE = np.ones((), np.float32).view(Named)


@jax.jit
def squares(x):
    return jnp.sum(x * x) * np.asarray(ONE)
