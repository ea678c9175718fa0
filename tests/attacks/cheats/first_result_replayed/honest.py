import jax
import jax.numpy as jnp

COMPILED = []


def squares(x):
    if not COMPILED:
        COMPILED.append(jax.jit(lambda x: jnp.sum(x * x)))
    return COMPILED[-1](x)
