"""Exceptions and ended workers in a student's words: what happened, on which line, and what to try."""

from grader.explain.explanation import explain

__all__ = ["explain"]
