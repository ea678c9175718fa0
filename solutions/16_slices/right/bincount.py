# expect: passed
"""jnp.bincount, with a bin for what is not to be counted; take with mode="fill"."""

import jax.numpy as jnp


def histogram(idx, n):
    counted = jnp.where((idx < 0) | (idx >= n), n, idx)
    return jnp.bincount(counted, length=n + 1)[:-1]


def window(x, i):
    return jnp.take(x, i + jnp.arange(3), mode="fill", fill_value=0)


if __name__ == "__main__":
    import pandas_missing as pd

    print(pd.Series(histogram(jnp.arange(4), 4)))
