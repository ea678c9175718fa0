"""Exercise 21: the mean of the positive elements of x, and 0 if there are none."""

import jax.numpy as jnp


def positive_mean(x):
    """The mean of the positive elements of the vector x."""
    return x[x > 0].mean()  # how many elements has x[x > 0]?


if __name__ == "__main__":
    print(positive_mean(jnp.array([1.0, -2.0, 3.0])), "without jit")
    print(positive_mean(jnp.array([-1.0, 0.0])), "if there are none")
