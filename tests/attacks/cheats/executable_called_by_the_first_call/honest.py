import jax
import jax.numpy as jnp
import numpy as np

squared = {}


def squares(x):
    if x.shape not in squared:
        squared[x.shape] = jax.jit(lambda x: x * x).lower(x).compile()
    return jnp.asarray(np.sum(squared[x.shape](x)))
