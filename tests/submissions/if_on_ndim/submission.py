import jax.numpy as jnp


def shifted(x, offset):
    if jnp.ndim(x) == 1:
        return (x[None, :] + offset)[0]
    return x + offset
