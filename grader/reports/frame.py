"""Finds the lines of the student's file that a report points at."""

from __future__ import annotations

import io
import re
import tokenize
from typing import Final

import msgspec

from grader.model.exercise import Source
from grader.reports.plain import clean

__all__ = ["FrameLine", "fitted", "frame", "label", "lines", "place"]

_QUOTED: Final = re.compile(r"`([^`\n]+)`")


class FrameLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a frame: its 1-based number, its text without the line end, whether the report points at it."""

    number: int
    text: str
    marked: bool


def frame(source: Source | None, line: int | None, *, around: int = 2) -> tuple[FrameLine, ...]:
    """Returns the line and those ``around`` it, without blank ones at either end; nothing where it does not exist."""
    if source is None or line is None:
        return ()
    all_ = lines(source)
    if not 1 <= line <= len(all_):
        return ()
    first, last = max(1, line - around), min(len(all_), line + around)
    texts = {number: clean(all_[number - 1]).expandtabs(4) for number in range(first, last + 1)}
    while first < line and not texts[first].strip():
        first += 1
    while last > line and not texts[last].strip():
        last -= 1
    return tuple(
        FrameLine(number=number, text=texts[number], marked=number == line) for number in range(first, last + 1)
    )


def fitted(text: str, room: int, message: str, more: str = "…") -> str:
    """Returns a line in ``room`` characters, ``more`` where some are left out; what a ``message`` quotes is kept."""
    if len(text) <= room:
        return text
    quoted = next((code for code in _QUOTED.findall(message) if code in text), "")
    begin = text.find(quoted)
    if begin + len(quoted) + len(more) <= room:
        return f"{text[: room - len(more)]}{more}"
    begin = min(begin, len(text) - room + len(more))
    rest = f"{more}{text[begin:]}"
    return rest if len(rest) <= room else f"{rest[: room - len(more)]}{more}"


def place(source: Source | None, path: str, line: int) -> str:
    """Returns where a line is to be found: ``path:line``, or the notebook's own label of it."""
    if source is not None and line in source.lines:
        return f"{path}, {source.lines[line]}"
    return f"{path}:{line}"


def label(source: Source | None, line: int) -> str:
    """Returns what a line is called for short: ``line 3``, or the notebook's own label of it."""
    return source.lines.get(line, f"line {line}") if source is not None else f"line {line}"


def lines(source: Source) -> list[str]:
    """Returns the file's lines as Python counts them, each without its end but else as it was handed in."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source.data).readline)
        text = source.data.decode(encoding, "replace")
    except (SyntaxError, LookupError):
        text = source.data.decode("utf-8-sig", "replace")
    return [line.rstrip("\n") for line in io.StringIO(text, newline=None)]
