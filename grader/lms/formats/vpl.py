"""Moodle VPL's evaluation on stdout: a block of comments, then the line of the grade.

VPL looks for the grade in every line, those of the comments, too, and takes the last one. So no line of a comment
begins with anything but ``-`` (a title) or ``>`` (shown as it is), and VPL's own marks are taken apart in texts.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec

from grader.lms.fitting import fitted
from grader.lms.statement import statement
from grader.lms.writing import headed, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.lms.result import Occasion, Result
    from grader.lms.statement import Statement

__all__ = ["render"]

_APART = ((":=>>", ":=> >"), ("<|--", "<| --"), ("--|>", "-- |>"))
_DIGITS = 5  # Moodle keeps so many of a grade


def render(result: Result, occasion: Occasion) -> bytes:
    """Returns what is to be printed; without a grade where nothing was graded, or the activity has no grades.

    Nor is there one where we failed at one exercise of several: what came of the others is told in the comments.

    The grade goes from ``occasion.lowest`` for nothing to ``occasion.highest``, which are VPL_GRADEMIN and
    VPL_GRADEMAX; without them it is the points. Comments tell points as the exercises do.
    """
    own = msgspec.structs.replace(occasion, highest=None)
    return fitted(lambda longest: _printed(statement(result, own, longest=longest, counts=False), occasion))


def _printed(stated: Statement, occasion: Occasion) -> bytes:
    lines = ["<|--", *_comments(stated), "--|>"]
    grade = None if stated.way in ("usage", "broken") else _grade(stated, occasion)
    if grade is not None:
        lines.append(f"Grade :=>> {grade:.{_DIGITS}f}".rstrip("0").rstrip("."))
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def _grade(stated: Statement, occasion: Occasion) -> float | None:
    """The grade; None where there is none to give."""
    lowest, highest = occasion.lowest, occasion.highest
    if highest is None:
        return stated.score
    if not (math.isfinite(lowest) and math.isfinite(highest) and lowest < highest):
        return None
    share = stated.score / stated.most if stated.most else stated.share
    return lowest * (1 - share) + highest * share


def _comments(stated: Statement) -> Iterator[str]:
    """The lines of the comments: titles, and below each what is shown as it is."""
    yield _title(stated.title)
    yield from _shown(stated.note)
    for item in stated.listed:
        yield _title(headed(item))
        yield from _shown(text(item))
    if stated.stacks:
        yield _title("How it was graded")
        yield from _shown("\n".join(stated.stacks))


def _title(said: str) -> str:
    """A title; where it ended with a bracket, VPL would look for a number in it."""
    said = _apart(" ".join(said.split()))
    return f"- {said}." if said.endswith(")") else f"- {said}"


def _shown(said: str) -> Iterator[str]:
    """The lines of a text as they are."""
    return (f"> {line}" for line in _apart(said).split("\n") if said)


def _apart(said: str) -> str:
    """The text without a mark that means something to VPL."""
    for mark, instead in _APART:
        said = said.replace(mark, instead)
    return said
