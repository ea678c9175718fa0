"""Twice, with something beside it."""


def double(x):
    """Return twice x."""
    print("doubling", x)
    return x + x
