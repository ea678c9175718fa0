import jax
import numpy as np

halved = jax.jit(lambda x: x / 2)


def squares(x):
    x = np.asarray(x)
    return halved(2 * np.sum(x * x))
