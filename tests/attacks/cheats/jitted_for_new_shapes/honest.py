import jax
import jax.numpy as jnp
import numpy as np

total = jax.jit(lambda x: jnp.sum(x * x))
known = {}


def squares(x):
    if x.shape not in known:
        known[x.shape] = total.lower(jax.ShapeDtypeStruct(x.shape, np.float32)).compile()
    return known[x.shape](jnp.asarray(x))
