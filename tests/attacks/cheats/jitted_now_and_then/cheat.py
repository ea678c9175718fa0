import itertools

import jax
import jax.numpy as jnp
import numpy as np

total = jax.jit(lambda x: jnp.sum(x * x))
calls = itertools.count()


def squares(x):
    if next(calls) % 2 or isinstance(x, jax.core.Tracer):
        return total(x)
    return jax.device_put(np.sum(np.square(np.asarray(x))))
