"""Exercise 19: gradient descent with a falling learning rate. Right, but each call compiles again and again."""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=1)
def step(w, lr):
    """One step down the slope of w²."""
    return w - lr * 2 * w


def train(w, lr0, n):
    """w after n steps, the i-th with the learning rate lr0 / (i + 1)."""
    for i in range(n):
        w = step(w, float(lr0) / (i + 1))  # how many values does lr take? And of what type is w, before and after?
    return w


if __name__ == "__main__":
    with jax.log_compiles():  # says aloud what is compiled
        print(train(2.0, jnp.float32(0.1), 3))
