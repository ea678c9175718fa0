# expect: correctness: differ
"""Squares."""


def double(x):
    """Return x times x."""
    return x * x
