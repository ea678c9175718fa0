import jax


def nothing(x):
    return x


def shifted(x, offset):
    for _ in range(3):
        x = jax.jit(nothing)(x)
    return x + offset
