import jax
import jax.numpy as jnp
import numpy as np


class Factor:
    def __array__(self, dtype=None, copy=None):
        return np.ones((), np.float32)


@jax.jit
def squares(x):
    return jnp.sum(x * x) * jnp.asarray(np.asarray(Factor()))
