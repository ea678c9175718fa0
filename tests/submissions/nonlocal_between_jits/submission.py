import jax


def trace_free(x):
    middle = None

    @jax.jit
    def last():
        return middle * 3

    @jax.jit
    def first():
        nonlocal middle
        middle = 2 * x + 1
        y = last()
        middle = None
        return y

    return first(), [x]
