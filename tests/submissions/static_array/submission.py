import jax
import jax.numpy as jnp


def absolute(x):
    return jnp.where(x < 0, -x, x)


my_abs = jax.jit(
    absolute,
    # The option of the exercise before.
    static_argnums=0,
)
