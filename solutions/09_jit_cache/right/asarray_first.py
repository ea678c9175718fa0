# expect: passed
"""Conversions in front, a hoisted lambda, and a local list."""

import jax
import jax.numpy as jnp
from functools import lru_cache, partial


step = jax.jit(lambda v: (v + 2 / v) / 2)


def iterate(x, n):
    values = [jnp.asarray(x, dtype=jnp.float32)]
    for _ in range(n):
        values.append(step(values[-1]))
    return values[-1]


if __name__ == "__main__":
    import bokeh_is_not_here

    bokeh_is_not_here.show(iterate(2.0, 4))
