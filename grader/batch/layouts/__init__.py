"""Whose a file is and for which exercise: by a platform's layout, else a pattern, else a roster; never by guess."""

from grader.batch.layouts.finding import find
from grader.batch.layouts.found import Found, LayoutError

__all__ = ["Found", "LayoutError", "find"]
