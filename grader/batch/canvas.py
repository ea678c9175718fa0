"""Fills the marks of a batch into a gradebook that Canvas exported, as a file that Canvas imports.

Nothing is guessed. A student is found by SIS Login ID, SIS User ID, ID or name, where exactly one row has it; an
exercise by its title, name or number, where exactly one column has it and is worth as many points. Whatever else there
is stays as it was, and is told. Canvas takes an empty cell for a mark that was deleted, so where there is no mark to
write, the cell keeps what the export has; and of whom nothing is written, the row stays out. Names are given back as
they came, formulas among them: Canvas knows its students by them, and the file is for Canvas alone.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import defaultdict
from typing import TYPE_CHECKING, Final

import msgspec

from grader.batch.cells import number
from grader.batch.gradebook import Assignment, Gradebook
from grader.batch.layouts.rosters import same_but_zeros
from grader.batch.sheet import WIDTH, Sheet
from grader.batch.whole import whole
from grader.reports.words import amount

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from grader.batch.late import Marked
    from grader.batch.roll import Exercised, Roll

__all__ = ["Filled", "fill", "write_canvas"]

_IDS: Final = ("SIS Login ID", "SIS User ID", "ID")
_KEPT: Final = {"EX": "excused in Canvas", "N/A": "not assigned to them in Canvas"}
_ROUNDING: Final = 0.005  # Canvas exports two digits


class Filled(msgspec.Struct, frozen=True, kw_only=True):
    """What to import: all lines of the file, how many marks are in it, and in ``words`` what is not, and why."""

    delimiter: str
    lines: tuple[tuple[str | float, ...], ...]
    written: int
    words: tuple[str, ...]

    def text(self, width: int = WIDTH, *, symbols: bool = True, most: int | None = None) -> str:
        """Returns how many marks are to be imported, and what is not, as plain text: at most ``most`` lines of that."""
        sheet = Sheet(width, symbols=symbols)
        sheet.listing(f"canvas.csv: {self.written} marks to import", self.words, most)
        return sheet.text


def write_canvas(path: Path, filled: Filled) -> None:
    """Writes the file to import, in UTF-8 without a byte-order mark, which only Excel needs. Raises OutputError."""
    with whole(path) as file:
        csv.writer(file, delimiter=filled.delimiter, lineterminator="\n").writerows(filled.lines)


def fill(gradebook: Gradebook, roll: Roll, columns: Mapping[str, str] | None = None) -> Filled:
    """Returns a gradebook with the marks of a class.

    ``columns`` names the column of an exercise (its whole head, title or id) where it is called otherwise there.
    """
    words: list[str] = []
    chosen = _chosen(gradebook, roll, columns or {}, words)
    found = _found(gradebook, roll, words)
    places = sorted(chosen.values(), key=lambda one: one.index)
    kept = (*gradebook.identity, *(one.index for one in places))
    lines: list[tuple[str | float, ...]] = [tuple(gradebook.heads[index] for index in kept)]
    if gradebook.possible is not None:
        lines.append(tuple(gradebook.possible[index] for index in kept))
    written = 0
    for position, row in enumerate(gradebook.rows):
        student = found.get(position)
        if student is None:
            continue
        cells: dict[int, float | str] = {}
        for name, marked in sorted(roll.marks(student).items()):
            if name in chosen:
                place = chosen[name]
                why_not = _obstacle(marked, place, row)
                if why_not:
                    words.append(f"{student}, {place.head}: {why_not}; the cell stays as it is")
                else:
                    cells[place.index] = number(marked.score)
        if cells:
            lines.append(tuple(cells.get(index, row[index]) for index in kept))
            written += len(cells)
    return Filled(delimiter=gradebook.delimiter, lines=tuple(lines), written=written, words=tuple(words))


def _obstacle(marked: Marked, place: Assignment, row: tuple[str, ...]) -> str:
    """Why a mark is not to be written into a cell; "" where it is."""
    if marked.score is None:
        return marked.standing
    if place.possible and abs(place.possible - marked.max_score) > _ROUNDING:
        return f"graded for {amount(marked.max_score)} points, not {amount(place.possible)}"
    return _KEPT.get(row[place.index].strip().upper(), "")


def _chosen(gradebook: Gradebook, roll: Roll, columns: Mapping[str, str], words: list[str]) -> dict[str, Assignment]:
    """Each exercise's column, where exactly one is meant that can be written; ``words`` gets why one has none."""
    graded = {name for student in roll.students for name in roll.marks(student)}
    exercises = [one for one in roll.exercises if one.name in graded]
    meant = {one.name: _meant(gradebook, one, columns, roll.heads[one.name]) for one in exercises}
    users: dict[str, list[str]] = defaultdict(list)
    for name, places in meant.items():
        for place in places:
            users[place.head].append(name)
    chosen = {}
    for one in exercises:
        places = meant[one.name]
        why_not = _refused(one, places, users)
        if why_not:
            words.append(f"{one.name}: {why_not}; its marks were not written")
        else:
            chosen[one.name] = places[0]
    others = [place.head for place in gradebook.assignments if place.head not in users]
    if others:
        words.append(f"Columns for which nothing was graded, left out: {', '.join(others)}")
    return chosen


def _refused(one: Exercised, places: Sequence[Assignment], users: Mapping[str, list[str]]) -> str:
    """Why an exercise has no column to write to; "" where it has one."""
    if not places:
        return f"no column of the gradebook is called by its title ({one.title}), name or number"
    if len(places) > 1:
        return f"{' and '.join(place.head for place in places)} may both be meant"
    (place,) = places
    if len(users[place.head]) > 1:
        return f"{place.head} may be meant for {' and '.join(users[place.head])}"
    if place.read_only:
        return f"{place.head} can only be read"
    if place.possible and abs(place.possible - one.max_score) > _ROUNDING:
        return f"{place.head} is worth {amount(place.possible)} points, the exercise {amount(one.max_score)}"
    return ""


def _meant(gradebook: Gradebook, one: Exercised, columns: Mapping[str, str], head: str) -> list[Assignment]:
    """The columns that may be an exercise's."""
    named = next((columns[key] for key in (one.name, one.slug, head, str(one.number)) if key in columns), None)
    if named is not None:
        return [place for place in gradebook.assignments if named.strip() in (place.head, place.title, place.id)]
    by_number = (f"{one.number}", f"exercise {one.number}")
    forms = {one.title, one.slug, *by_number, *(f"{by} {name}" for by in by_number for name in (one.title, one.slug))}
    plain = {_plain(form) for form in forms}
    return [place for place in gradebook.assignments if _plain(place.title) in plain]


def _plain(title: str) -> str:
    """A title by its words and numbers alone: ``Exercise 03: abs_static`` is ``exercise 3 abs static``."""
    parts = re.findall(r"[^\W\d_]+|\d+", unicodedata.normalize("NFC", title).casefold())
    return " ".join((part.lstrip("0") or "0") if part.isdecimal() else part for part in parts) or title


def _found(gradebook: Gradebook, roll: Roll, words: list[str]) -> dict[int, str]:
    """Whose row each row is, where exactly one student is meant; ``words`` gets who has none, on either side."""
    index: dict[str, set[int]] = defaultdict(set)
    for position, row in enumerate(gradebook.rows):
        for text in (*(gradebook.cell(row, head) for head in _IDS), *gradebook.names(row)):
            index[_key(text)].add(position)
    index.pop("", None)
    owners: dict[int, list[str]] = defaultdict(list)
    told: set[int] = set()
    for student in filter(roll.marks, roll.students):
        rows = sorted(index.get(_key(student), ()))
        told.update(rows)
        if len(rows) == 1:
            owners[rows[0]].append(student)
        else:
            found = rows or _without_zeros(student, gradebook)
            told.update(found)
            names = [gradebook.names(gradebook.rows[row])[0] for row in found]
            words.append(_astray(student, names, "" if rows or len(found) != 1 else _id(student, gradebook, found[0])))
    words += (
        f"{gradebook.names(row)[0]}: in the gradebook, but nothing of theirs was graded"
        for position, row in enumerate(gradebook.rows)
        if position not in told
    )
    words += _shared(owners)
    return {position: students[0] for position, students in owners.items() if len(students) == 1}


def _without_zeros(student: str, gradebook: Gradebook) -> list[int]:
    """The rows that have a student's id but for zeros in front, which a spreadsheet left out."""
    return [at for at in range(len(gradebook.rows)) if _id(student, gradebook, at)]


def _id(student: str, gradebook: Gradebook, row: int) -> str:
    """What a row has as a student's id but for zeros in front; "" where it has no such id."""
    cells = (gradebook.cell(gradebook.rows[row], head) for head in _IDS)
    return next((cell for cell in cells if same_but_zeros(student, cell)), "")


def _astray(student: str, names: Sequence[str], near: str) -> str:
    """What is said of a student who has no row, or more than one, or a ``near`` one."""
    if near:
        return (
            f"{student}: no SIS Login ID, SIS User ID, ID or name of the gradebook, but {names[0]} is '{near}' there: "
            "did a spreadsheet take the zeros? Export it again, or write them back; not written"
        )
    if not names:
        return f"{student}: no SIS Login ID, SIS User ID, ID or name of the gradebook; not written"
    return f"{student}: may be {' or '.join(names)} of the gradebook; not written"


def _shared(owners: Mapping[int, Sequence[str]]) -> Iterator[str]:
    """What is said of students who would be one row."""
    for students in owners.values():
        if len(students) > 1:
            yield f"{' and '.join(students)}: the same row of the gradebook; not written"


def _key(text: str) -> str:
    """How ids and names are compared: without regard to case, blanks, or how accents are encoded."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())
