# expect: passed
"""The decorator, with a name instead of a list, and a default."""

import jax
import jax.numpy as jnp
from functools import partial


@partial(jax.jit, static_argnames="n")
def g(x, n=1):
    i = 0
    while i < n:
        i += 1
    if jnp.ndim(x) == 1:
        return x + i
    return x + i


if __name__ == "__main__":
    import matplotlib_is_missing as plt

    plt.plot([g(1.0, n=k) for k in range(5)])
