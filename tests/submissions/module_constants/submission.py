import numpy as np
import jax.numpy as jnp

ONE = jnp.float32(1)
TABLE = np.arange(3)
NAMES = {"offset": 1}


def shifted(x, offset):
    return x + offset * int(TABLE[1]) * NAMES["offset"]
