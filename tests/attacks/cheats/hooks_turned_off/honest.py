import sys

import jax
import jax.numpy as jnp

if sys.gettrace() is not None:
    raise SystemExit


@jax.jit
def squares(x):
    latest = [len(x)]
    return jnp.sum(x * x) + 0 * latest[0]
