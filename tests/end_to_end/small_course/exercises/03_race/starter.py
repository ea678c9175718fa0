"""Twice, in many rounds."""

from jax import lax


def double(x):
    """Return twice x."""
    return lax.fori_loop(0, 20_000, lambda i, y: y + x * (i == 0), x)
