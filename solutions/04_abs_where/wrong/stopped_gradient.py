# expect: gradient: derivative
"""Right values, but the gradient is stopped."""

import jax
import jax.numpy as jnp
from functools import partial


def my_abs(x):
    return jax.lax.stop_gradient(jnp.where(x < 0, -x, x))
