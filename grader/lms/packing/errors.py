"""What an instructor is told where exercises cannot be packaged."""

__all__ = ["PackingError"]


class PackingError(Exception):
    """Exercises cannot be packaged for a platform: one sentence that says why, and what to do."""
