# expect: passed
"""n is keyword-only; a plain function in front."""

import jax
import jax.numpy as jnp
from functools import partial


core = jax.jit(lambda x, n: x + sum(1 for _ in range(n)), static_argnums=1)


def g(x, *, n):
    return core(jnp.asarray(x), n)
