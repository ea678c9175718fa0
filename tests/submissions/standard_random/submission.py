import random


def shifted(x, offset):
    return x + offset + 0 * random.random()
