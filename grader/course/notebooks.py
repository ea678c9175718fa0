"""A Jupyter notebook as one Python source, each line of which knows the cell that it came from."""

from __future__ import annotations

import ast
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import msgspec

from grader.course.errors import SubmissionError
from grader.course.kinds import mistaken
from grader.course.magics import GRADE, PYTHON_MAGICS, parsed, python_lines
from grader.model.exercise import Source

__all__ = ["MAX_CODE", "grade_ids", "source_of", "stopped_at", "why_torn"]

MAX_CODE = 1 << 20
"""Bytes of code that one may hand in."""
_CONFLICT = re.compile(rb"^\s*(?:<{7}|={7}|>{7})(?= |\r?$)", re.MULTILINE)
_MOST_MARKS = 4
_LONGEST_ASIDE = 100_000
_SHOWN = 40


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
    ``grader.check`` become comments in their lines, and ``from __future__`` comes first. Cells are counted from 1 among
    the code cells, as a fresh run numbers them. Raises SubmissionError where it is no notebook, or has more code than
    anyone writes.
    """
    # As in Jupyter, a cell that fails does not stop those below it: the source says where each begins.
    notebook = _read(data, name)
    code = [
        (number, cell)
        for number, cell in enumerate(_code(notebook), 1)
        if cell.text.strip() and not cell.test and cell.grade_id not in besides
    ]
    if sum(len(cell.text) for _, cell in code) > MAX_CODE:  # before anything is made of it, which takes time
        raise _too_large(name)
    rows = [(line, number, row) for number, cell in code for row, line in enumerate(python_lines(cell.text, mine), 1)]
    rows.sort(key=lambda row: not _is_future(row[0]))
    first = sum(_is_future(line) for line, *_ in rows)
    source = "".join(f"{line}\n" for line, *_ in rows).encode("utf-8", "replace")
    if len(source) > MAX_CODE:
        raise _too_large(name)
    cells = [0] * first + [number for _, number, _ in rows[first:]]
    return Source(
        name=name,
        data=source,
        aside=_aside(notebook, besides),
        lines={at: f"cell {number}, line {row}" for at, (_, number, row) in enumerate(rows, 1)},
        parts=tuple(at for at, (before, number) in enumerate(pairwise([0, *cells]), 1) if number != before),
    )


def stopped_at(source: Source, line: int) -> Source | None:
    """Returns a notebook's code without the statement that stands at this line and the rest of its cell.

    They become comments, so that all lines keep their places. None where no cell has a statement there.
    """
    lines = source.data.split(b"\n")
    first = max((at for at in source.parts if at <= line), default=0)
    after = min((at for at in source.parts if at > line), default=len(lines))
    tree = parsed(b"\n".join(lines[first - 1 : after - 1]).decode("utf-8", "replace")) if first else None
    begun = [node for node in tree.body if first + node.lineno - 1 <= line] if tree else []
    if not begun:
        return None
    at, column = first + begun[-1].lineno - 2, begun[-1].col_offset
    stopped = [lines[at][:column] + b"# " + lines[at][column:], *(b"# " + text for text in lines[at + 1 : after - 1])]
    return msgspec.structs.replace(source, data=b"\n".join([*lines[:at], *stopped, *lines[after - 1 :]]))


def grade_ids(data: bytes) -> frozenset[str]:
    """Returns what nbgrader knows the cells of a notebook by; nothing where the bytes are none."""
    try:
        return frozenset(cell.grade_id for cell in _read(data, "").cells) - {""}
    except SubmissionError:
        return frozenset()


def why_torn(data: bytes, name: str) -> str:
    """Returns, in a sentence, why bytes that should be a notebook cannot be read as one."""
    if found := mistaken(data, name):
        return found
    if marks := list(_CONFLICT.finditer(data)):
        rows = ", ".join(str(data.count(b"\n", 0, mark.end()) + 1) for mark in marks[:_MOST_MARKS])
        return (
            f"{name} cannot be read as a notebook: git left a merge open, and its marks stand on lines {rows}; "
            "keep one of the two versions there, delete the other one and the marks, and open it in Jupyter."
        )
    return f"{name} is not a notebook that can be read; save it again in Jupyter, or hand in a .py file."


def _read(data: bytes, name: str) -> _Notebook:
    try:
        return msgspec.json.decode(data.removeprefix(BOM_UTF8), type=_Notebook)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SubmissionError(why_torn(data, name), usage=False) from error


def _aside(notebook: _Notebook, besides: frozenset[str]) -> dict[str, str]:
    """Which names are bound by Python in cells that are not run as Python, and which cell that is."""
    found: dict[str, str] = {}
    for cell in notebook.cells:
        text, magic = cell.text, ""
        if cell.cell_type == "code":
            first, _, text = cell.text.lstrip().partition("\n")
            magic = first.split()[0] if first.startswith("%%") else ""
            if magic in {"", *PYTHON_MAGICS, GRADE}:
                continue
        if len(text) > _LONGEST_ASIDE or cell.grade_id in besides or (tree := parsed(text := _unfenced(text))) is None:
            continue
        first = next((line.strip() for line in text.splitlines() if line.strip()), "")[:_SHOWN]
        begins = "that begins with `{}`".format(first.replace("`", "'"))
        where = f"a cell under `{magic}`" if magic else f"a {cell.cell_type.capitalize()} cell {begins}"
        found |= dict.fromkeys(_bound(tree), where)
    return found


def _unfenced(text: str) -> str:
    """Code without the fence that stands around all of it."""
    lines = text.strip().split("\n")
    fenced = len(lines) > 1 and lines[0].startswith("```") and lines[-1].strip() == "```"
    return "\n".join(lines[1:-1]) if fenced else text


def _bound(tree: ast.Module) -> Iterator[str]:
    """The names that statements bind at the top level."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))


def _too_large(name: str) -> SubmissionError:
    message = f"The code in {name} is larger than {MAX_CODE >> 20} MiB; hand in the source only, without data."
    return SubmissionError(message, usage=False)


def _is_future(line: str) -> bool:
    """Whether a line has to stand first in a file, while in a notebook it may stand in any cell."""
    return line.startswith("from __future__ import ") and parsed(line) is not None


def _code(notebook: _Notebook) -> list[_Cell]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]
