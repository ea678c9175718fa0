import jax
import jax.numpy as jnp

marked = jax.jit(lambda x: (x * 1, 1.0))


def squares(x):
    x, one = marked(x)
    return one * jnp.sum(x * x)
