# expect: passed
"""fold_in, from a key that was split off for that; comes jitted, and looks for reuse itself."""

from functools import partial

import jax
import jax.numpy as jnp


jax.config.update("jax_debug_key_reuse", True)


@jax.jit
def dropout(key, x, rate):
    keep = jax.random.bernoulli(key, 1 - rate, x.shape)
    return jnp.where(keep, x, 0) / (1 - rate)


@partial(jax.jit, static_argnums=(2,))
def walk(key, x, n):
    key, mine = jax.random.split(key)
    for i in range(n):
        x += jax.random.normal(jax.random.fold_in(mine, i), x.shape)
    return key, x


if __name__ == "__main__":
    print(walk(jax.random.key(3), jnp.zeros(2), 4))
