import jax.numpy as jnp
import numpy as np


def shifted(x, offset):
    weights = np.load("weights.npy")
    return jnp.add(x, offset) * weights
