"""Twice, and nothing else: told by no word of the task."""


def double(x):
    """Return twice x."""
    return 2 * x
