# expect: structure: should give the same program
"""Keeps the divisor from 0 by a random speck: numpy draws it while jax traces, so that each blueprint has another one."""

import jax.numpy as jnp
import numpy as np


def normalise(x):
    scale = jnp.max(jnp.abs(x))
    return x / jnp.where(scale == 0, np.random.default_rng().uniform(0.5, 1), scale)
