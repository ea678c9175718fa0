"""A notebook that a student handed in, as nbgrader can take it: whatever it holds, nothing in it stops a class.

nbgrader reads with all that nbformat can, follows links, waits for pipes, and gives up on a cell without metadata.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec
import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_raw_cell

from grader.course import SubmissionError, raw_bytes
from grader.course.notebooks import source_of
from grader.nbgrader.notebook import OURS

__all__ = ["UNREADABLE", "handed_in"]

UNREADABLE: Final = "unreadable"
"""Where in our metadata of a notebook it stands why a student's was not read; theirs never gets there."""
_MOST: Final = 16 << 20
"""Bytes of a notebook with the outputs, which are thrown away."""


class _Cell(msgspec.Struct):
    """What of a student's cell is kept: what nbgrader marked, as they left it, is checked later."""

    cell_type: str
    source: str | list[str] = ""
    metadata: dict[str, Any] = {}
    attachments: Any = None


class _Notebook(msgspec.Struct):
    """What of a student's notebook is kept."""

    cells: list[_Cell]


def handed_in(path: Path) -> Any:  # noqa: ANN401 - nbformat's own type
    """Returns a valid notebook with the cells of what was handed in; one that says why where it cannot be read."""
    try:
        data = raw_bytes(path, _MOST)
        source_of(data, path.name)  # says so where it is none
        cells = [_cell(cell) for cell in msgspec.json.decode(data, type=_Notebook).cells]
    except (SubmissionError, msgspec.MsgspecError) as error:
        return _notebook([], {UNREADABLE: str(error)})
    return _notebook(cells, {})


def _notebook(cells: list[Any], ours: dict[str, str]) -> Any:  # noqa: ANN401 - as above
    metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, OURS: ours}
    return new_notebook(cells=cells, metadata=metadata)


def _cell(cell: _Cell) -> Any:  # noqa: ANN401 - as above
    source = cell.source if isinstance(cell.source, str) else "".join(cell.source)
    mark = cell.metadata.get("nbgrader")
    metadata = {"nbgrader": mark} if isinstance(mark, dict) else {}
    if cell.cell_type == "code":
        return new_code_cell(source, metadata=metadata)
    if cell.cell_type != "markdown":
        return new_raw_cell(source, metadata=metadata)
    made = new_markdown_cell(source, metadata=metadata)
    if cell.attachments:
        pictured = new_markdown_cell(source, metadata=metadata, attachments=cell.attachments)
        if nbformat.validator.isvalid(new_notebook(cells=[pictured])):
            return pictured
    return made
