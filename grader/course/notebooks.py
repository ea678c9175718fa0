"""A Jupyter notebook as one Python source, each line of which knows the cell that it came from."""

from __future__ import annotations

import ast
import re
import warnings
from typing import Any

import msgspec

from grader.course.errors import SubmissionError
from grader.model.exercise import Source

__all__ = ["source_of"]

_PYTHON_MAGICS = ("%%capture", "%%time", "%%timeit", "%%prun")
"""Cell magics whose cell is Python."""

_MAGIC = re.compile(r"(\s*)(?:[%!?]|[\w, .\[\]]+=\s*[%!][\w%! ]|[\w.]+\?{1,2}\s*$).*")


class _Cell(msgspec.Struct):
    """What of a cell matters here."""

    cell_type: str
    source: str | list[str] = ""
    metadata: dict[str, Any] = {}

    @property
    def text(self) -> str:
        return self.source if isinstance(self.source, str) else "".join(self.source)

    @property
    def test(self) -> bool:
        """Whether nbgrader knows the cell as the instructor's test: graded, and not for the student to fill in."""
        mark = self.metadata.get("nbgrader")
        return isinstance(mark, dict) and mark.get("grade") is True and mark.get("solution") is not True


class _Notebook(msgspec.Struct):
    """What of a notebook matters here."""

    cells: list[_Cell]


def source_of(data: bytes, name: str) -> Source:
    """Returns the code of a notebook: all its code cells but nbgrader's tests. Imports may stand in any of them.

    Magics become comments in their lines. Cells are counted from 1 among the code cells, as a fresh run numbers them.
    """
    try:
        notebook = msgspec.json.decode(data, type=_Notebook)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        message = f"{name} is not a notebook that can be read; save it again in Jupyter, or hand in a .py file."
        raise SubmissionError(message, usage=False) from error
    code = [(number, cell) for number, cell in enumerate(_code(notebook), 1) if cell.text.strip() and not cell.test]
    lines: list[str] = []
    labels: dict[int, str] = {}
    for number, cell in code:
        for row, line in enumerate(_python(cell.text), 1):
            lines.append(line)
            labels[len(lines)] = f"cell {number}, line {row}"
    return Source(name=name, data="".join(f"{line}\n" for line in lines).encode("utf-8", "replace"), lines=labels)


def _code(notebook: _Notebook) -> list[_Cell]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def _python(text: str) -> list[str]:
    """Returns a cell's lines, those that only Jupyter understands as comments."""
    # Not splitlines: Python's own lines do not end at a form feed or U+2028.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
    if _parses("\n".join(lines)):
        return lines
    first = next((index for index, line in enumerate(lines) if line.strip()), 0)
    if lines[first].startswith("%%"):
        if lines[first].split()[0] not in _PYTHON_MAGICS:
            return [f"# {line}" for line in lines]
        lines[first] = f"# {lines[first]}"
    return lines if _parses("\n".join(lines)) else [_without_magic(line) for line in lines]


def _without_magic(line: str) -> str:
    # `pass`, for a block may hold nothing else.
    found = _MAGIC.fullmatch(line)
    return f"{found[1]}pass  # {line.strip()}" if found else line


def _parses(text: str) -> bool:
    try:
        with warnings.catch_warnings(action="ignore"):
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
