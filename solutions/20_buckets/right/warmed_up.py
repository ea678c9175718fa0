# expect: passed
"""Warms its four programs up while it loads, and tries itself."""

import jax
import jax.numpy as jnp
import numpy as np

@jax.jit
def core(p, n):
    return jnp.sum(jnp.where(jnp.arange(p.size) < n, p * p, 0)) / n

SIZES = (32, 64, 128, 256)
for s in SIZES:
    core(np.zeros(s, np.float32), 1).block_until_ready()

def mean_square(x):
    s = next(s for s in SIZES if s >= x.size)
    p = np.zeros(s, np.float32)
    p[:x.size] = x
    return float(core(p, x.size))

print(mean_square(np.ones(3, np.float32)), mean_square(np.arange(7, dtype=np.float32)))
