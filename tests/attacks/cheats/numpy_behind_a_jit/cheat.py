import jax
import numpy as np

dummy = jax.jit(lambda x: x)


def squares(x):
    dummy(x)
    return np.float32(np.sum(np.asarray(x) ** 2))
