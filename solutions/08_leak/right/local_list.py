# expect: passed
"""A local list of tracers, and a local dict."""

import jax
import jax.numpy as jnp


@jax.jit
def trace_free(x):
    history = []
    history.append(x)
    steps = {"double": 2 * x}
    steps["plus one"] = steps["double"] + 1
    y = steps["plus one"] * 3
    return y, history


print(trace_free(jnp.ones(2)))
print(trace_free(1.0))
