"""Finds the lines of the student's file that a report points at."""

from __future__ import annotations

import io
import tokenize

import msgspec

from grader.model.exercise import Source
from grader.reports.plain import clean

__all__ = ["FrameLine", "frame", "place"]


class FrameLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a frame: its 1-based number, its text without the line end, whether the report points at it."""

    number: int
    text: str
    marked: bool


def frame(source: Source | None, line: int | None, *, around: int = 2) -> tuple[FrameLine, ...]:
    """Returns the line and those ``around`` it, without blank ones at either end; nothing where it does not exist."""
    if source is None or line is None:
        return ()
    lines = _lines(source)
    if not 1 <= line <= len(lines):
        return ()
    first, last = max(1, line - around), min(len(lines), line + around)
    while first < line and not lines[first - 1].strip():
        first += 1
    while last > line and not lines[last - 1].strip():
        last -= 1
    return tuple(
        FrameLine(number=number, text=lines[number - 1], marked=number == line) for number in range(first, last + 1)
    )


def place(source: Source | None, path: str, line: int) -> str:
    """Returns where a line is to be found: ``path:line``, or the notebook's own label of it."""
    if source is not None and line in source.lines:
        return f"{path}, {source.lines[line]}"
    return f"{path}:{line}"


def _lines(source: Source) -> list[str]:
    """The file's lines as Python counts them; tabs expanded, for columns depend on them."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source.data).readline)
        text = source.data.decode(encoding, "replace")
    except (SyntaxError, LookupError):
        text = source.data.decode("utf-8-sig", "replace")
    return [clean(line.rstrip("\n")).expandtabs(4) for line in io.StringIO(text, newline=None)]
