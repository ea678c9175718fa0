"""Exercise 6: how often can one take the logarithm of x before the next one falls below n?"""

import jax
import jax.numpy as jnp


@jax.jit
def iterated_log(x, n):
    """The number of logarithms, as an int32."""
    count = 0
    # How many rounds this takes depends on the value of x. Can it be decided while the function is traced?
    while jnp.log(x) >= n:
        x = jnp.log(x)
        count += 1
    return count


if __name__ == "__main__":
    print("log can be taken", iterated_log(10000.0, 1.0), "times")
