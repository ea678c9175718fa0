"""``--roster FILE``: the students of a class, by whose ids files are told apart."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from grader.batch.layouts.found import LayoutError, student_word
from grader.model.spelling import meant, nearest

__all__ = ["Roster", "read_roster"]

_MAX_BYTES: Final = 16 << 20
_IDS: Final = ("id", "student")
"""Columns that hold ids; where a table has both, ``student`` is a name, as in Canvas's."""
_WORD: Final = re.compile(r"[^\W_]+")
_AROUND: Final = " _-.,()[]+&"
_BEFORE_A_NUMBER: Final = re.compile(r"exercise[ _-]?$", re.IGNORECASE)


class Roster(msgspec.Struct, frozen=True, kw_only=True):
    """The students' ids, by what is compared; ``files`` says whose a file or folder of this name is.

    ``words`` is of how many words the longest id is made.
    """

    name: str
    ids: dict[str, str]
    files: dict[str, str] = {}
    words: int = 1

    def listed(self, word: str) -> str | None:
        """Returns the id as the roster spells it; None where it is not there."""
        return self.ids.get(_folded(word))

    def near(self, word: str) -> str | None:
        """Returns the id that a word was most likely meant to be."""
        return nearest(word, self.ids.values())

    def places(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Yields each id that stands in a text as a whole word, with where it begins and ends."""
        words = list(_WORD.finditer(text))
        for first, begins in enumerate(words):
            for ends in words[first : first + self.words]:
                word = text[begins.start() : ends.end()]
                listed = self.listed(word)
                # The 3 of exercise_3 is no student.
                if listed and not (word.isdigit() and _BEFORE_A_NUMBER.search(text[: begins.start()])):
                    yield listed, begins.start(), ends.end()

    def rests(self, text: str, student: str) -> list[str]:
        """Returns what is left of a text without the student's id, for each place where that stands; else the text."""
        rests = [_without(text, start, end) for found, start, end in self.places(text) if found == student]
        return rests or [text]


def _without(text: str, start: int, end: int) -> str:
    sides = (text[:start].strip(_AROUND), text[end:].strip(_AROUND))
    return "_".join(side for side in sides if side)


def _folded(text: str) -> str:
    """Returns what of an id is compared: neither its case nor how accents are written."""
    return unicodedata.normalize("NFC", text).strip().casefold()


def read_roster(path: Path) -> Roster:
    """Reads a CSV table with a header; raises LayoutError where it cannot be read or lacks a column of ids."""
    text = _text(path)
    header = text.partition("\n")[0]
    delimiter = max(",;\t", key=header.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    ids: dict[str, str] = {}
    files: dict[str, str] = {}
    lines: dict[str, int] = {}
    try:
        columns = [name.strip().lower() for name in next(rows, [])]
        column = _column(columns, path)
        for row in rows:
            said = row[column].strip() if column < len(row) else ""
            if not said:
                continue
            student, key = student_word(said), _folded(said)
            if student is None:
                raise LayoutError(
                    f"{path}:{rows.line_num}: this cannot be a student's id; remove slashes and odd characters"
                )
            if key in ids:
                raise LayoutError(
                    f"{path}:{rows.line_num}: '{said}' stands twice, first in line {lines[key]}; remove one"
                )
            ids[key], lines[key] = student, rows.line_num
            file = _file(row, columns)
            if file in files:
                raise LayoutError(f"{path}:{rows.line_num}: the file '{file}' is also another student's; name it once")
            if file:
                files[file] = student
    except csv.Error as error:
        raise LayoutError(f"{path}:{rows.line_num}: this is no line of a CSV table ({error})") from None
    if not ids:
        raise LayoutError(f"{path} names no student: its column '{columns[column]}' is empty")
    return Roster(name=path.name, ids=ids, files=files, words=max(len(_WORD.findall(key)) for key in ids))


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise LayoutError(f"the roster {path} cannot be read: {reason}") from None
    if len(data) > _MAX_BYTES:
        raise LayoutError(f"the roster {path} is larger than {_MAX_BYTES >> 20} MiB, which no class needs")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LayoutError(f"{path}:{line}: this line is not UTF-8 text; save the table as 'CSV UTF-8'") from None
    if "\0" in text:
        raise LayoutError(f"{path}:{text.count(chr(10), 0, text.index(chr(0))) + 1}: this is no line of a CSV table")
    return text


def _column(columns: list[str], path: Path) -> int:
    """Returns which column holds the ids."""
    for name in _IDS:
        if name in columns:
            return columns.index(name)
    near = next((name for name in columns if name and nearest(name, _IDS)), "")
    hint = f", only '{near}'{meant(near, _IDS)}" if near else "; its first line names the columns"
    raise LayoutError(f"{path}:1: there is no column 'student' or 'id'{hint}")


def _file(row: list[str], columns: list[str]) -> str:
    """Returns what a row's column ``file`` holds, "" where there is none."""
    index = columns.index("file") if "file" in columns else len(row)
    return row[index].strip().replace("\\", "/").strip("/") if index < len(row) else ""
