# expect: passed
"""A scan over all rates, made in NumPy."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def descend(w, rates):
    return jax.lax.scan(lambda w, lr: (w - lr * 2 * w, None), w, rates)[0]


def train(w, lr0, n):
    rates = np.float32(lr0) / np.arange(1, n + 1, dtype=np.float32)
    return descend(np.asarray(w, np.float32), rates)


if __name__ == "__main__":
    import matplotlib_is_not_here

    matplotlib_is_not_here.plot([train(2.0, 0.1, n) for n in range(9)])
