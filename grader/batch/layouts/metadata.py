"""Gradescope's submission_metadata.yml: who handed in which folder, and when.

The file also holds what autograders printed, megabytes of it, and may name an object once and refer to it later. So it
is read line by line, and only the lines of ``:submitters:`` and ``:created_at:`` are parsed. YAML indents whatever
belongs to an entry, so no text of a student can look like a line of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from grader.batch.layouts.found import LayoutError, student_word
from grader.batch.layouts.moments import moment
from grader.course import CourseError
from grader.course.errors import Problems
from grader.course.strict_yaml import read_yaml

__all__ = ["NAME", "Handed", "read_metadata"]

NAME: Final = "submission_metadata.yml"

_LONGEST_LINE: Final = 1 << 16
_MOST_LINES: Final = 2000
"""Lines of one entry that are kept: hundreds of submitters."""
_ENTRY: Final = re.compile(rb"""(['"]?)([^\s'":#-][^'"]*?)\1:\s*$""")
_FIELD: Final = re.compile(rb"""( +)(['"]?):?([a-z_]+)\2:(?=\s|$)""")
_NUMBER: Final = re.compile(rb"""^(\s*(?:-\s+)?(['"]?):?sid\2:\s+)(\d[\w.+-]*)(\s*)$""")
_WANTED: Final = (b"submitters", b"created_at")


class Handed(msgspec.Struct, frozen=True, kw_only=True):
    """What the file says of one folder: the words for its students, or ``wrong``, a sentence why there are none."""

    folder: str
    line: int
    students: tuple[str, ...] = ()
    at: datetime | None = None
    wrong: str = ""


def read_metadata(path: Path) -> Iterator[Handed]:
    """Yields what the file says, in its order. Raises LayoutError where it cannot be read or is no such file."""
    folder, first, inside, indent = "", 0, False, b""
    kept: list[bytes] = []
    for number, line in _lines(path):
        if not line.strip() or line.startswith((b"#", b"---", b"...")):
            continue
        if line[:1] != b" ":
            if folder:
                yield _handed(folder, first, kept)
            entry = _ENTRY.fullmatch(line.rstrip())
            if entry is None:
                raise LayoutError(f"{path}:{number}: this line is no entry 'submission_1234:'; export it again")
            folder, first = entry[2].decode("utf-8", "replace"), number
            kept, inside, indent = [], False, b""
            continue
        field = _FIELD.match(line)
        if field and (not indent or field[1] == indent):
            indent, inside = field[1], field[3] in _WANTED
        if inside and folder and len(kept) < _MOST_LINES:
            kept.append(_NUMBER.sub(rb"\1'\3'\4", line))
    if folder:
        yield _handed(folder, first, kept)


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yields the lines with their numbers, of a long one the beginning."""
    try:
        with path.open("rb") as file:
            number, whole = 0, True
            while line := file.readline(_LONGEST_LINE):
                if whole:
                    number += 1
                    yield number, line.rstrip(b"\r\n").removeprefix(b"\xef\xbb\xbf" if number == 1 else b"")
                whole = line.endswith(b"\n")
    except OSError as error:
        raise LayoutError(f"{path} cannot be read: {error.strerror}") from None


def _handed(folder: str, line: int, kept: list[bytes]) -> Handed:
    try:
        said: Any = read_yaml(b"\n".join(kept), Problems(NAME)).plain()
    except CourseError as error:
        wrong = f"{NAME} says of it, from line {line} on, what cannot be read ({error.problems[0].message})."
        return Handed(folder=folder, line=line, wrong=wrong)
    fields = (
        {key.lstrip(":"): value for key, value in said.items() if isinstance(key, str)}
        if isinstance(said, dict)
        else {}
    )
    submitters = fields.get("submitters")
    found = [_student(one) for one in submitters] if isinstance(submitters, list) else []
    students = tuple(dict.fromkeys(word for word in found if word))
    if not students or None in found:
        wrong = (
            f"{NAME} (line {line}) does not say whose it is by an ID, an email address or a name that can be printed."
        )
        return Handed(folder=folder, line=line, wrong=wrong)
    at = fields.get("created_at")
    return Handed(folder=folder, line=line, students=students, at=moment(at) if isinstance(at, str) else None)


def _student(submitter: Any) -> str | None:  # noqa: ANN401 - YAML holds anything
    """Returns the first of sid, email and name that can be the word for a student."""
    if not isinstance(submitter, dict):
        return None
    fields = {key.lstrip(":"): value for key, value in submitter.items() if isinstance(key, str)}
    said = (fields.get(name) for name in ("sid", "email", "name"))
    words = (student_word(str(value)) for value in said if isinstance(value, str | int) and not isinstance(value, bool))
    return next((word for word in words if word), None)
