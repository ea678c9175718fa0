import builtins
import functools

import jax
import jax.numpy as jnp

builtins.print = functools.partial(print, flush=True)


@jax.jit
def squares(x):
    return jnp.sum(x * x)
