import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def total(values):
    v = jnp.stack(values)
    return jnp.mean(v * v)


def mean_square(x: np.ndarray) -> float:
    # Lists have no shape, so all lengths should share one program.
    return float(total(x.tolist()))
