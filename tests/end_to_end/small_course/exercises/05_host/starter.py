def double(x):
    """Return twice x."""
    x *= 2
    return x
