# expect: passed
"""Four programs, compiled ahead of time while it loads."""

import jax
import jax.numpy as jnp
import numpy as np

def core(p, n):
    return jnp.sum(p * p) / n

F = jax.ShapeDtypeStruct((), np.float32)
programs = {s: jax.jit(core).lower(jax.ShapeDtypeStruct((s,), np.float32), F).compile() for s in (32, 64, 128, 256)}

def mean_square(x):
    s = min(s for s in programs if s >= x.size)
    return float(programs[s](np.pad(x, (0, s - x.size)), np.float32(x.size)))
