"""What may stand in a cell of a CSV file that people open in a spreadsheet.

Names and messages come from strangers. A text that a spreadsheet would take for a formula gets an apostrophe before it;
line breaks and tabs become blanks, and control characters go.
"""

from __future__ import annotations

import csv
import math
from typing import TYPE_CHECKING, Any, Final

from grader.reports.plain import clean

if TYPE_CHECKING:
    from typing import TextIO

__all__ = ["ENCODING", "number", "text", "writer"]

ENCODING: Final = "utf-8-sig"
"""UTF-8 with a byte-order mark: without one, Excel reads the file by its machine's code page and garbles names."""

_FORMULA: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "−")  # noqa: RUF001 - spreadsheets know the wide ones, too
_JOINERS: Final = "\u200c\u200d"
_LONGEST: Final = 2000


def text(value: str) -> str:
    """Returns text as a cell's content: on one line, at most 2,000 characters, and never a formula."""
    line = " ".join(clean(value).split()).lstrip(_JOINERS)
    line = line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
    return f"'{line}" if line.startswith(_FORMULA) else line


def number(value: float | None) -> float | str:
    """Returns a number as a cell's content: whole ones without a point, an empty cell where there is none."""
    if value is None or not math.isfinite(value):
        return ""
    return int(value) if value == int(value) else round(value, 6)


def writer(file: TextIO) -> Any:  # noqa: ANN401 - the csv module does not name the type in a way that all versions have
    """Returns a writer that puts every text between quotes, so that no spreadsheet takes a `;` in it for a new cell."""
    return csv.writer(file, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
