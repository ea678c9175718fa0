"""Thrice."""


def double(x):
    """Return thrice x."""
    return x + x + x
