"""Exercise 8: (2x + 1) * 3, and the inputs seen, without leaving a tracer behind."""

import jax
import jax.numpy as jnp

history = []


def trace_free(x):
    """The pair of y = (2x + 1) * 3 and the list of what came in."""
    history.append(x)  # under jit, x is a tracer; the list outlives it
    y = (2 * x + 1) * 3
    return y, list(history)


if __name__ == "__main__":
    jitted = jax.jit(lambda x: trace_free(x)[0])
    print(jitted(jnp.array([1.0, 2.0])))
    print(jitted(jnp.array([3.0, 4.0])))
    print("history:", history)
