# expect: passed
"""One bucket for all, filled with nan, which nanmean leaves out."""

import jax
import jax.numpy as jnp
import numpy as np

mittel = jax.jit(lambda x: jnp.nanmean(x * x))


def mean_square(x):
    return mittel(np.pad(x, (0, 256 - len(x)), constant_values=np.nan)).item()
