import jax
from functools import partial


@partial(jax.jit, static_argnames=["n"])
def g(x, n):
    i = 0
    while i <= n:
        i += 1
    return x + i
