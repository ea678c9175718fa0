# expect: passed
"""Module constants, a seeded key, a local list of tracers."""

import jax
import jax.numpy as jnp
import numpy as np


ZERO = jnp.zeros(())
TABLE = {"one": 1.0, "names": ("x", "offset")}


def shifted(x, offset):
    """Adds, by detours that leave no trace."""
    key = jax.random.key(0)
    noise = jax.random.normal(key, jnp.shape(x))
    parts = []
    for part in (x, offset, noise - noise + ZERO.astype(int)):
        parts.append(part)
    total = parts[0] * int(TABLE["one"]) + parts[1]
    if jnp.ndim(x) == 1:
        total = total + 0
    return total


if __name__ == "__main__":
    import pandas_that_is_missing as pd

    pd.DataFrame(shifted(np.ones(3), 1.0))
