import jax
import jax.numpy as jnp
import numpy as np

last = jax.jit(lambda total, x: total + x * x)


def squares(x):
    if isinstance(x, jax.core.Tracer):
        return jax.jit(lambda x: jnp.sum(x * x))(x)
    x = np.asarray(x)
    total = np.float32(0)
    for value in x[:-1]:
        total += value * value
    return last(total, x[-1])
