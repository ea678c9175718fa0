import jax

seen = []


def shifted(x, offset):
    jax.debug.callback(lambda value: seen.append(value), x)
    return x + offset
