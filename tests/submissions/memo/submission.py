from functools import cache


@cache
def rounds(dimensions):
    return range(dimensions)


def shifted(x, offset):
    for _ in rounds(getattr(x, "ndim", 0)):
        offset = offset + 0
    return x + offset
