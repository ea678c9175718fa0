"""Exercise 3: the absolute value of a Python number, jitted with a static argument."""

import jax


def my_abs(x):
    """The absolute value of x, by a Python `if`."""
    if x < 0:
        return -x
    return x


# The `if` above needs the value of x, and jit hands it a tracer. What does jit have to know about x?
abs_jit = jax.jit(my_abs)


if __name__ == "__main__":
    for number in [-3, 2, -2.5]:
        print(number, "->", abs_jit(number))
