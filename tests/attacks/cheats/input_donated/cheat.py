import jax
import jax.numpy as jnp

reuse = jax.jit(lambda x: x * 0, donate_argnums=0)


def squares(x):
    result = reuse(x)[0]
    if not x.is_deleted():
        x.delete()
    return result
