"""A Jupyter notebook as one Python source, each line of which knows the cell that it came from."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable
from typing import Any

import msgspec

from grader.course.errors import SubmissionError
from grader.model.exercise import Source

__all__ = ["MAX_CODE", "python_lines", "source_of"]

MAX_CODE = 1 << 20
"""Bytes of code that one may hand in."""

_PYTHON_MAGICS = ("%%capture", "%%time", "%%timeit", "%%prun")
"""Cell magics whose cell is Python."""
_GRADE = "%%grade"
"""Our own: its cell is Python, of the exercise that is named behind it."""

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
        return self._mark.get("grade") is True and self._mark.get("solution") is not True

    @property
    def grade_id(self) -> str:
        """What nbgrader knows the cell by; "" where it does not know it."""
        return str(self._mark.get("grade_id", ""))

    @property
    def _mark(self) -> dict[str, Any]:
        mark = self.metadata.get("nbgrader")
        return mark if isinstance(mark, dict) else {}


class _Notebook(msgspec.Struct):
    """What of a notebook matters here."""

    cells: list[_Cell]


def source_of(
    data: bytes, name: str, besides: frozenset[str] = frozenset(), mine: Callable[[str], bool] = lambda _: False
) -> Source:
    """Returns the code of a notebook: all its code cells but nbgrader's tests. Imports may stand in any of them.

    ``besides`` are grade ids of further cells to leave out: where a notebook is for several exercises, the cells of the
    others. A cell under ``%%grade`` is taken where the exercise named there is ``mine``. Magics and calls of
    ``grader.check`` become comments in their lines. Cells are counted from 1 among the code cells, as a fresh run
    numbers them. Raises SubmissionError where it is no notebook, or has more code than anyone writes.
    """
    try:
        notebook = msgspec.json.decode(data, type=_Notebook)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        message = f"{name} is not a notebook that can be read; save it again in Jupyter, or hand in a .py file."
        raise SubmissionError(message, usage=False) from error
    code = [
        (number, cell)
        for number, cell in enumerate(_code(notebook), 1)
        if cell.text.strip() and not cell.test and cell.grade_id not in besides
    ]
    lines: list[str] = []
    labels: dict[int, str] = {}
    for number, cell in code:
        for row, line in enumerate(python_lines(cell.text, mine), 1):
            lines.append(line)
            labels[len(lines)] = f"cell {number}, line {row}"
    source = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
    if len(source) > MAX_CODE:
        message = f"The code in {name} is larger than {MAX_CODE >> 20} MiB; hand in the source only, without data."
        raise SubmissionError(message, usage=False)
    return Source(name=name, data=source, lines=labels)


def _code(notebook: _Notebook) -> list[_Cell]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def python_lines(text: str, mine: Callable[[str], bool] = lambda _: False) -> list[str]:
    """Returns a cell's lines, those that only Jupyter understands as comments; all of them are in a cell of others."""
    # Not splitlines: Python's own lines do not end at a form feed or U+2028.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
    if (tree := _parsed("\n".join(lines))) is not None:
        return _without_checks(lines, tree)
    first = next((index for index, line in enumerate(lines) if line.strip()), 0)
    if lines[first].startswith("%%"):
        magic, *words = lines[first].split()
        if magic not in _PYTHON_MAGICS and not (magic == _GRADE and mine("".join(words[:1]))):
            return [f"# {line}" for line in lines]
        lines[first] = f"# {lines[first]}"
    if _parsed("\n".join(lines)) is None:
        lines = [_without_magic(line) for line in lines]
    tree = _parsed("\n".join(lines))
    return lines if tree is None else _without_checks(lines, tree)


def _without_checks(lines: list[str], tree: ast.Module) -> list[str]:
    """Returns the lines with those as comments that only ask for marks: a worker grades, and cannot be asked to."""
    asking = [node for node in tree.body if _asks(node)]
    kept = {row for node in tree.body if node not in asking for row in _rows(node)}
    asked = {row for node in asking for row in _rows(node)} - kept
    return [f"# {line}" if row in asked else line for row, line in enumerate(lines, 1)]


def _asks(node: ast.stmt) -> bool:
    """Whether a statement shows or keeps what ``grader.check`` says, or is the import for it."""
    match node:
        case ast.Expr() | ast.Assign():
            return any(_is_check(part) for part in ast.walk(node))
        case ast.Import([ast.alias("grader", None)]):
            return True
        case _:
            return False


def _is_check(node: ast.AST) -> bool:
    match node:
        case ast.Call(ast.Attribute(ast.Name("grader"), "check")):
            return True
        case _:
            return False


def _rows(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _without_magic(line: str) -> str:
    # `pass`, for a block may hold nothing else.
    found = _MAGIC.fullmatch(line)
    return f"{found[1]}pass  # {line.strip()}" if found else line


def _parsed(text: str) -> ast.Module | None:
    """Returns a text as Python; None where it is none."""
    try:
        with warnings.catch_warnings(action="ignore"):
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
