import itertools

numbers = itertools.count()


def shifted(x, offset):
    next(numbers)
    return x + offset
