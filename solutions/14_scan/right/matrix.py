# expect: passed
"""No loop at all: a lower triangular matrix of powers."""

import jax
import jax.numpy as jnp


@jax.jit
def ema(xs, a):
    n = xs.shape[0]
    i, j = jnp.arange(n)[:, None], jnp.arange(n)[None, :]
    distance = jnp.maximum(i - j, 0)
    powers = jnp.cumprod(jnp.concatenate([jnp.ones(1), jnp.full(n - 1, a)]))
    weights = jnp.where(i >= j, powers[distance], 0.0)
    start = jnp.zeros(n).at[0].set(xs[0])
    fed = jnp.where(jnp.arange(n) == 0, 0.0, (1 - a) * xs)
    return weights @ (start + fed)
