"""Exercise 19, a solution: one type for each number, stated before the loop."""

import jax
import jax.numpy as jnp


@jax.jit
def step(w, lr0, i):
    """Step i of gradient descent on w²."""
    # i comes as a Python int, weak in every call: that is one type, too. Only a change of types compiles again.
    return w - lr0 / (i + 1) * 2 * w


def train(w, lr0, n):
    """w after n steps, the i-th with the learning rate lr0 / (i + 1)."""
    # Strong because a dtype is stated. jnp.asarray(w) alone would leave a Python number weak.
    w = jnp.asarray(w, dtype=jnp.float32)
    lr0 = jnp.asarray(lr0, dtype=jnp.float32)
    for i in range(n):
        w = step(w, lr0, i)
    return w
