"""Exercise 9: n rounds of Newton's method for the square root of 2. Right, but slow."""

import jax
import jax.numpy as jnp


def iterate(x, n):
    """x after n rounds of v <- (v + 2/v)/2."""
    for _ in range(n):
        step = jax.jit(lambda v: (v + 2 / v) / 2)  # how often does this line run, and what does it make?
        x = step(x)
    return x


if __name__ == "__main__":
    with jax.log_compiles():  # says aloud what is compiled
        print(iterate(jnp.array([1.0, 8.0]), 3))
