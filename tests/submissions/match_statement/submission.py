import jax.numpy as jnp


def normalise(x):
    scale = jnp.max(jnp.abs(x))
    match scale:
        case 0.0:
            return jnp.zeros_like(x)
        case _:
            return x / scale
