import jax
import numpy as np


@jax.jit
def squares(x):
    kind = jax.ShapeDtypeStruct((), x.dtype)
    return jax.pure_callback(lambda x: np.float32(np.sum(np.asarray(x) ** 2)), kind, x)
