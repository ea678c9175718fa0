from functools import partial

import jax


@partial(jax.jit, static_argnames="n")
def g(x, *, n):
    return sum((1 for _ in range(n)), start=x)
