"""Exercise 17: dropout and a random walk. Both draw, and neither asks the key that it is given."""

import jax
import jax.numpy as jnp
import numpy as np

KEY = jax.random.key(0)


def dropout(key, x, rate):
    """x, with each entry 0 with probability rate."""
    keep = np.random.uniform(size=x.shape) >= rate  # when does this line run, once jit has traced it?
    return jnp.where(keep, x, 0.0)


def walk(key, x, n):
    """A new key, and x after n standard normal steps."""
    for _ in range(n):
        x = x + jax.random.normal(KEY, x.shape)  # which numbers does the same key give each time?
    return KEY, x


if __name__ == "__main__":
    jitted = jax.jit(dropout)
    for seed in range(3):
        print(jitted(jax.random.key(seed), jnp.ones(8), 0.5))
    print(walk(jax.random.key(1), jnp.zeros(3), 2)[1])
