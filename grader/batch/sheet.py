"""A sheet of plain text, written line by line: no line wider than asked, nothing in it that steers a terminal."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from grader.reports.plain import ascii_only, clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["WIDTH", "Sheet", "columns"]

WIDTH = 100
_NARROWEST = 40


class Sheet:
    """A sheet being written. ``symbols`` False makes all of it ASCII."""

    def __init__(self, width: int = WIDTH, *, symbols: bool = True) -> None:
        self.width = max(width, _NARROWEST)
        self._symbols = symbols
        self._lines: list[str] = []

    @property
    def text(self) -> str:
        """What has been written."""
        return "".join(f"{line}\n" for line in self._lines)

    def line(self, text: str = "", indent: int = 0) -> None:
        """Writes one line, cut where it is too long."""
        self._put(self._shown(text), indent)

    def paragraph(self, text: str, indent: int = 0, hanging: int = 2) -> None:
        """Writes text in as many lines as it takes; those after the first are indented by ``hanging`` more."""
        line, margin = "", indent
        for word in self._shown(text).split(" "):
            rest = word
            if line and columns(line) + 1 + columns(word) > self.width - margin:
                self._lines.append(" " * margin + line)
                line, margin = "", indent + hanging
            while columns(rest) > self.width - margin:
                taken = _taken(rest, self.width - margin)
                self._lines.append(" " * margin + taken)
                rest, margin = rest[len(taken) :], indent + hanging
            line = f"{line} {rest}" if line else rest
        self._lines.append((" " * margin + line).rstrip())

    def table(self, heads: Sequence[str], rows: Iterable[tuple[Sequence[str], Sequence[str]]], indent: int = 0) -> None:
        """Writes rows of cells in columns, the first to the left, the others to the right; below each its own lines."""
        found = [([self._shown(cell) for cell in cells], below) for cells, below in rows]
        widths = [max(columns(one) for one in column) for column in zip(heads, *(cells for cells, _ in found))]  # noqa: B905 - all rows have as many cells as there are heads
        widths[0] = min(widths[0], self.width - indent - sum(width + 2 for width in widths[1:]))
        for cells, below in [([*heads], []), *found]:
            first = self._cut(cells[0], widths[0])
            rest = (" " * (width - columns(cell) + 2) + cell for cell, width in zip(cells[1:], widths[1:], strict=True))
            self._put(first + " " * (widths[0] - columns(first)) + "".join(rest), indent)
            for line in below:
                self.line(line, indent + 4)

    def listing(self, title: str, entries: Sequence[str], most: int | None) -> None:
        """Writes entries under a title, and how many more there are than ``most`` (None for all)."""
        self.line(title)
        for entry in entries[:most]:
            self.paragraph(entry, indent=2)
        if most is not None and len(entries) > most:
            self.line(f"and {len(entries) - most} more, in summary.txt", indent=2)

    def _put(self, line: str, indent: int) -> None:
        """Writes what is known to be one harmless line, as much of it as fits."""
        self._lines.append((" " * indent + self._cut(line, self.width - indent)).rstrip())

    def _shown(self, text: str) -> str:
        """The text on one line, harmless."""
        line = " ".join(clean(text).split())
        return line if self._symbols else ascii_only(line)

    def _cut(self, text: str, width: int) -> str:
        """The text, or as much of it as fits."""
        if columns(text) <= width:
            return text
        end = "…" if self._symbols else "..."
        return _taken(text, max(width - len(end), 1)).rstrip() + end


def columns(text: str) -> int:
    """Returns how many columns of a screen a text takes: letters of East Asia take two, accents none."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(letter: str) -> int:
    """How many columns one character takes."""
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _taken(text: str, width: int) -> str:
    """As much of the beginning of a text as fits, one character at least."""
    used = 0
    for end, letter in enumerate(text):
        used += _columns(letter)
        if used > width and end:
            return text[:end]
    return text
