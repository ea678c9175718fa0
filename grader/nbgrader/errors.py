"""What an instructor is told where nbgrader, its course folder or its gradebook is not as it has to be."""

__all__ = ["NbgraderError"]


class NbgraderError(Exception):
    """A course folder of nbgrader cannot be graded: one sentence with the file, what is wrong, and what to do."""
