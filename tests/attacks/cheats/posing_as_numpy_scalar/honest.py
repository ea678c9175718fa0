import jax
import jax.numpy as jnp
import numpy as np


class Weight(np.float32):
    pass


WEIGHT = float(Weight(1))


@jax.jit
def squares(x):
    return jnp.sum(x * x) * WEIGHT
