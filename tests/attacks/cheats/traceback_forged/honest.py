import jax
import jax.numpy as jnp


@jax.jit
def squares(x):
    try:
        raise RuntimeError("nothing is loaded")
    except RuntimeError:
        return jnp.sum(x * x)
