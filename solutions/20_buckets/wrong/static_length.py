# expect: recompiles: static n:
"""Pads, but n is static, and so a part of the key."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, static_argnums=1)
def core(padded, n):
    return jnp.mean(padded[:n] ** 2)


def mean_square(x):
    padded = np.zeros(next(size for size in (32, 64, 128, 256) if size >= x.size), np.float32)
    padded[: x.size] = x
    return float(core(padded, x.size))
