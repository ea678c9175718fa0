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

__all__ = ["Roster", "read_roster", "same_but_zeros"]

_MAX_BYTES: Final = 16 << 20
_IDS: Final = ("id", "student")
"""Columns of the ids that students are listed by; where a table has both, ``student`` is a name, as in Canvas's."""
_OTHER_IDS: Final = re.compile(
    r"(sis )?(user|login|student|canvas|net|integration|orgdefined)[ _]?(id|number|no)|sid|uid|login|user ?name"
    r"|(e-?mail|institutional e-?mail)( address)?|id[ _]?number|matric\w*([ _]?(id|number|no))?|matrikelnummer"
)
"""Columns that hold other ids of theirs."""
_NAMES: Final = ("student", "name", "full name", "student name")
_SHORTEST: Final = 3
"""Letters of another id that is looked for within a name."""
_WORD: Final = re.compile(r"[^\W_]+")
_AROUND: Final = " _-.,()[]+&"
_BEFORE_A_NUMBER: Final = re.compile(r"exercise[ _-]?$", re.IGNORECASE)


class Roster(msgspec.Struct, frozen=True, kw_only=True):
    """The students by what is compared of their ids; ``files`` says whose a file or folder of this name is.

    ``others`` are students by their ids and names in other columns, those that are one student's alone. ``words`` is of
    how many words the longest id is made, ``called`` which of them are names.
    """

    name: str
    ids: dict[str, str]
    others: dict[str, str] = {}
    called: frozenset[str] = frozenset()
    files: dict[str, str] = {}
    words: int = 1

    @property
    def students(self) -> tuple[str, ...]:
        """The whole class, in the order and spelling of the roster."""
        return tuple(self.ids.values())

    def listed(self, word: str) -> str | None:
        """Returns the id as the roster spells it; None where it is not there."""
        key = _folded(word)
        return self.ids.get(key) or self.others.get(key)

    def near(self, word: str) -> str | None:
        """Returns the id that a word was most likely meant to be: it lost its zeros in a table, or is misspelt."""
        found = [student for student in self.ids.values() if same_but_zeros(word, student)]
        return found[0] if len(found) == 1 else nearest(word, self.ids.values())

    def places(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Yields each id that stands in a text as a whole word, with where it begins and ends."""
        words = list(_WORD.finditer(text))
        for first, begins in enumerate(words):
            for ends in words[first : first + self.words]:
                word = text[begins.start() : ends.end()]
                listed = self._within(word)
                # The 3 of exercise_3 is no student.
                if listed and not (word.isdigit() and _BEFORE_A_NUMBER.search(text[: begins.start()])):
                    yield listed, begins.start(), ends.end()

    def _within(self, word: str) -> str | None:
        """The student whose id a part of a name is; a name of one word may be many people's."""
        key = _folded(word)
        other = self.others.get(key) if len(key) >= _SHORTEST and (key not in self.called or " " in key) else None
        return self.ids.get(key) or other

    def rests(self, text: str, student: str) -> list[str]:
        """Returns what is left of a text without the student's id, for each place where that stands; else the text."""
        found = [place for place in self.places(text) if place[0] == student]
        return [rest for _, start, end in found for rest in _without(text, start, end)] or [text]


def _without(text: str, start: int, end: int) -> Iterator[str]:
    """What is left without marks around it; and with those at its ends, which a copy's name may need."""
    for before, after in (
        (text[:start].strip(_AROUND), text[end:].strip(_AROUND)),
        (text[:start].rstrip(_AROUND), text[end:].lstrip(_AROUND)),
    ):
        yield "_".join(side for side in (before, after) if side)


def _folded(text: str) -> str:
    """Returns what of an id is compared: neither its case nor how accents are written."""
    return unicodedata.normalize("NFC", text).strip().casefold()


def same_but_zeros(word: str, other: str) -> bool:
    """Says whether two numbers are the same but for zeros in front, which spreadsheets leave out."""
    bare = [text.strip().removesuffix(".0").lstrip("0") for text in (word, other)]
    return bare[0] == bare[1] != "" and bare[0].isdecimal()


def read_roster(path: Path) -> Roster:
    """Reads a CSV table with a header; raises LayoutError where it cannot be read or lacks a column of ids."""
    text = _text(path)
    header = text.partition("\n")[0]
    delimiter = max(",;\t", key=header.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        columns = [name.strip().lower() for name in next(rows, [])]
        column = _column(columns, path)
        found = [(rows.line_num, row) for row in rows if column < len(row) and row[column].strip()]
    except csv.Error as error:
        raise LayoutError(f"{path}:{rows.line_num}: this is no line of a CSV table ({error})") from None
    if not found:
        raise LayoutError(f"{path} names no student: its column '{columns[column]}' is empty")
    ids: dict[str, str] = {}
    files: dict[str, str] = {}
    lines: dict[str, int] = {}
    for line, row in found:
        said = row[column].strip()
        student, key = student_word(said), _folded(said)
        if student is None:
            raise LayoutError(f"{path}:{line}: this cannot be a student's id; remove slashes and odd characters")
        if key in ids:
            raise LayoutError(f"{path}:{line}: '{said}' stands twice, first in line {lines[key]}; remove one")
        ids[key], lines[key] = student, line
        file = _file(row, columns)
        if file in files:
            raise LayoutError(f"{path}:{line}: the file '{file}' is also another student's; name it once")
        if file:
            files[file] = student
    others, called = _others([row for _, row in found], columns, column, ids)
    longest = max(len(_WORD.findall(key)) for key in (*ids, *others))
    return Roster(name=path.name, ids=ids, others=others, called=called, files=files, words=longest)


def _others(
    rows: list[list[str]], columns: list[str], column: int, ids: dict[str, str]
) -> tuple[dict[str, str], frozenset[str]]:
    """Students by what only one of them has in another column of ids or names, and which of these are names."""
    named = [at for at, name in enumerate(columns) if at != column and name in _NAMES]
    more = [at for at, name in enumerate(columns) if at != column and at not in named and _OTHER_IDS.fullmatch(name)]
    found: dict[str, set[str]] = {}
    called: set[str] = set()
    for row in rows:
        for at in (*more, *named):
            forms = [_folded(form) for form in _forms(row[at] if at < len(row) else "", name=at in named)]
            called.update(forms if at in named else ())
            for form in forms:
                found.setdefault(form, set()).add(ids[_folded(row[column])])
    alone = {form: min(students) for form, students in found.items() if form and len(students) == 1}
    return alone, frozenset(called)


def _forms(said: str, *, name: bool) -> Iterator[str]:
    """An id, or a name as it stands there (``Last, First``) and as people say it."""
    yield said
    last, comma, first = said.partition(",")
    if name and comma and first.strip():
        yield f"{first.strip()} {last.strip()}"


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
    for name in (*_IDS, *filter(_OTHER_IDS.fullmatch, columns)):
        if name in columns:
            return columns.index(name)
    near = next((name for name in columns if name and nearest(name, _IDS)), "")
    hint = f", only '{near}'{meant(near, _IDS)}" if near else "; its first line names the columns"
    raise LayoutError(f"{path}:1: there is no column 'student' or 'id'{hint}")


def _file(row: list[str], columns: list[str]) -> str:
    """Returns what a row's column ``file`` holds, "" where there is none."""
    index = columns.index("file") if "file" in columns else len(row)
    return row[index].strip().replace("\\", "/").strip("/") if index < len(row) else ""
