"""A library that may not be there, taken as it comes."""

import jax.numpy as jnp

try:
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt
except ImportError:
    plt = None


def shifted(x, offset):
    return jnp.add(x, offset)
