"""Exercise 7: x + offset, by a function that does nothing else and depends on nothing else."""

import jax
import jax.numpy as jnp

g = 0


def shifted(x, offset):
    """x + offset."""
    global g
    g = offset  # changes something outside ...
    print("Hello from shifted")  # ... and so does this: the screen
    return x + g


if __name__ == "__main__":
    jitted = jax.jit(shifted)
    for offset in (1.0, 2.0, 3.0):
        print(jitted(jnp.arange(3.0), offset), "g is", g)
