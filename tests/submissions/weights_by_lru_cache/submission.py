from functools import lru_cache


@lru_cache
def weights(count):
    return tuple(1.0 for _ in range(count))


def shifted(x, offset):
    return x * weights(3)[0] + offset
