"""Which line of the student's file the text of an exception names, where no frame tells it."""

from __future__ import annotations

import re

__all__ = ["called_back", "named"]

_FILE_LINE = re.compile(r"\bfunction (\S+) at ([^\n]*?):(\d{1,9})\b")
_BORN_LINE = re.compile(r"(?:was created on line|value leaked was \S+ at) ([^\n]*?):(\d{1,9})\b")
_TRACEBACK_LINE = re.compile(r'^ *File "([^"\n]*)", line (\d{1,9}), in ', re.MULTILINE)
_FOREIGN = re.compile(r"site-packages|dist-packages|[/\\]jax[/\\]|[/\\]grader[/\\]|[/\\]python3|^<|^fixtures\.py$")
"""A path that is not the student's file: a line in it says nothing to them."""


def named(text: str) -> int | None:
    """Returns the line of the function that jax's text is about, or of what made a leaked tracer; None without one."""
    places = [found.groups()[1:] for found in _FILE_LINE.finditer(text)] + _BORN_LINE.findall(text)
    return _own(places)


def called_back(text: str) -> int | None:
    """Returns the innermost line in host code that a program called back, of which jax's text has a traceback."""
    return _own(_TRACEBACK_LINE.findall(text)[::-1])


def _own(places: list[tuple[str, ...]]) -> int | None:
    """The line of the first place, a path and a line, that is in the student's file."""
    return next((int(line) for path, line in places if not _FOREIGN.search(path)), None)
