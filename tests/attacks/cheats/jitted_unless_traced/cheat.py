import jax
import jax.numpy as jnp
import numpy as np

total = jax.jit(lambda x: jnp.sum(x * x))


def squares(x):
    shown = total(x)
    if isinstance(shown, jax.core.Tracer):
        return shown
    return np.float32(np.sum(np.asarray(x) ** 2))
