"""Coursera's ``feedback.json``; where we failed it is given none, and calls the grader at fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.lms.fitting import encoded, fitted
from grader.lms.statement import statement
from grader.lms.writing import headed, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.lms.result import Occasion, Result
    from grader.lms.statement import Statement

__all__ = ["render"]


def render(result: Result, occasion: Occasion) -> bytes:
    """Returns the file; nothing where we failed."""
    return fitted(lambda longest: _file(statement(result, occasion, longest=longest)))


def _file(stated: Statement) -> bytes:
    if stated.way == "broken":
        return b""
    return encoded({"fractionalScore": stated.share, "feedback": "\n\n".join(part for part in _said(stated) if part)})


def _said(stated: Statement) -> Iterator[str]:
    """The paragraphs of the feedback."""
    yield stated.title
    yield stated.note
    for item in stated.listed:
        yield headed(item)
        yield text(item)
    yield from stated.stacks
