import jax
import jax.numpy as jnp

total = jax.jit(lambda x: jnp.sum(x * x))
compiled = {}


def squares(x):
    if x.shape not in compiled:
        compiled[x.shape] = total.lower(x).compile()
    return compiled[x.shape](x)
