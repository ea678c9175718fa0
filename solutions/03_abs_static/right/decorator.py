# expect: passed
from functools import partial

import jax


@partial(jax.jit, static_argnums=(0,))
def abs_jit(x):
    if x < 0:
        return -x
    return x


# a test of one's own, at module level
assert abs_jit(-3) == 3
print("abs_jit(-3) =", abs_jit(-3))
