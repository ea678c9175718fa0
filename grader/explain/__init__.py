"""Exceptions and ended workers in a student's words: what happened, on which line, and what to try."""

from grader.explain.explanation import CAUSES, explain

__all__ = ["CAUSES", "explain"]
