# expect: passed
"""lax.while_loop: n need not even be static."""

import jax as j
from jax.lax import while_loop


@j.jit
def g(x, n):
    i = while_loop(lambda i: i < n, lambda i: i + 1, 0)
    return x + i
