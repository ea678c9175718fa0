# expect: traces: `or`
"""`or` asks a tracer for its truth."""

import jax
import jax.numpy as jnp
import math
import numpy as np


def normalise(x):
    scale = jnp.max(jnp.abs(x))
    return x / (scale or 1.0)
