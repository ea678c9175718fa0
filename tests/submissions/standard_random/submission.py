import random


def shifted(x, offset):
    return x + offset + 1e-9 * random.random()
