"""Reads the gradebook that Canvas exports as CSV: who is in it, and which assignments it has a column for.

Its head names the student (or last and first name), ids and section, then columns of the teacher's own, assignments as
``Name (id)``, and totals. Below come at times a row of `Manual Posting` or `Muted`, then `Points Possible`, where a
column that Canvas computes says `(read only)`, then a row for each student. Where the decimal sign is a comma, it is
semicolons that part the cells.
"""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Assignment", "Gradebook", "GradebookError", "read_gradebook"]

_IDENTITY: Final = (
    "Student",
    "LastName",
    "FirstName",
    "ID",
    "SIS User ID",
    "SIS Login ID",
    "Integration ID",
    "Root Account",
    "Section",
)
_ASSIGNMENT: Final = re.compile(r"(.*\S)\s*\(([0-9]+)\)")
_TOTAL: Final = re.compile(r"\b(Current|Final|Override) (Score|Points|Grade|Status)\b")
_HIDDEN: Final = re.compile(r"\s*(Muted|Manual Posting.*)?\s*", re.IGNORECASE)
_READ_ONLY: Final = re.compile(r"read\s+only", re.IGNORECASE)


class GradebookError(Exception):
    """A file is no gradebook that Canvas exported: says why, and what to do."""


class Assignment(msgspec.Struct, frozen=True, kw_only=True):
    """A column ``title (id)``; ``possible`` is what it is worth, None where that is not told."""

    index: int
    head: str
    title: str
    id: str
    possible: float | None
    read_only: bool


class Gradebook(msgspec.Struct, frozen=True, kw_only=True):
    """An exported gradebook. ``identity`` are the columns that say who it is; each row has as many cells as ``heads``.

    ``possible`` is the row `Points Possible`, if there is one, and ``rows`` are the students'.
    """

    delimiter: str
    heads: tuple[str, ...]
    identity: tuple[int, ...]
    assignments: tuple[Assignment, ...]
    possible: tuple[str, ...] | None
    rows: tuple[tuple[str, ...], ...]

    def cell(self, row: tuple[str, ...], head: str) -> str:
        """Returns what a row has in the column of this head, stripped; "" where there is no such column."""
        return row[self.heads.index(head)].strip() if head in self.heads else ""

    def names(self, row: tuple[str, ...]) -> tuple[str, ...]:
        """Returns a student's name as the gradebook has it, ``Last, First``, and as people say it, ``First Last``."""
        written = self.cell(row, "Student")
        last, comma, first = written.partition(",")
        if not written:
            last, comma, first = self.cell(row, "LastName"), ",", self.cell(row, "FirstName")
            written = f"{last}, {first}".strip(", ")
        return (written, f"{first.strip()} {last.strip()}") if comma and first.strip() else (written,)


def read_gradebook(path: Path) -> Gradebook:
    """Returns the gradebook that a file holds. Raises GradebookError."""
    again = "export the gradebook from Canvas once more (Export, Entire Gradebook) and name that file"
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise GradebookError(f"{path} is not UTF-8 text; {again}") from None
    except OSError as error:
        raise GradebookError(f"{path} cannot be read: {error.strerror}") from None
    delimiter = ";" if re.match(r'"?(Student|LastName)"?;', text) else ","
    try:
        lines = [tuple(row) for row in csv.reader(io.StringIO(text), delimiter=delimiter)]
    except csv.Error as error:
        raise GradebookError(f"{path} is no CSV file ({error}); {again}") from None
    heads = tuple(head.strip() for head in lines[0]) if lines else ()
    if not heads or heads[0] not in ("Student", "LastName") or not {"ID", "Section"} <= set(heads):
        raise GradebookError(f"{path} does not begin with the columns Student, ID, … Section; {again}")
    rows = [(*row, *[""] * (len(heads) - len(row)))[: len(heads)] for row in lines[1:] if any(map(str.strip, row))]
    possible = next((row for row in rows if "Points Possible" in row[0]), None)
    return Gradebook(
        delimiter=delimiter,
        heads=heads,
        identity=tuple(index for index, head in enumerate(heads) if head in _IDENTITY),
        assignments=_assignments(heads, possible),
        possible=possible,
        rows=tuple(row for row in rows if "Points Possible" not in row[0] and not all(map(_HIDDEN.fullmatch, row))),
    )


def _assignments(heads: tuple[str, ...], possible: tuple[str, ...] | None) -> tuple[Assignment, ...]:
    """The columns of assignments."""
    found = []
    for index, head in enumerate(heads):
        named = _ASSIGNMENT.fullmatch(head)
        if named is not None and not _TOTAL.search(head):
            worth = possible[index] if possible else ""
            found.append(
                Assignment(
                    index=index,
                    head=head,
                    title=named[1],
                    id=named[2],
                    possible=_number(worth),
                    read_only=_READ_ONLY.search(worth) is not None,
                )
            )
    return tuple(found)


def _number(text: str) -> float | None:
    """A number with a decimal point or comma; None where it is none."""
    found = re.fullmatch(r"\s*([0-9]+)(?:[.,]([0-9]+))?\s*", text)
    return float(f"{found[1]}.{found[2] or 0}") if found else None
