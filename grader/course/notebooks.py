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

_MAGIC = re.compile(r"[%!?]|[\w, .\[\]]+=\s*[%!][\w%! ]|[\w.]+\?{1,2}\s*$")
"""How a statement for Jupyter begins. It is matched behind the blanks alone, so that no line takes long."""
_TIME = re.compile(r"%time\s+(.+)")
_LEXEMES = {
    "": re.compile(r"""#.*|"{3}|'{3}|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[()\[\]{}]"""),
    '"""': re.compile(r'\\.|"{3}'),
    "'''": re.compile(r"\\.|'{3}"),
}
"""What opens and closes strings and brackets, by the string of several lines that a line begins in."""
_MOST_CALLS = 1000
_EXERCISE = re.compile(r"exercise[ _-]?\d+", re.IGNORECASE)


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
    if sum(len(cell.text) for _, cell in code) > MAX_CODE:  # before anything is made of it, which takes time
        raise _too_large(name)
    rows = [
        (line, f"cell {number}, line {row}")
        for number, cell in code
        for row, line in enumerate(python_lines(cell.text, mine), 1)
    ]
    rows.sort(key=lambda row: not _is_future(row[0]))
    source = "".join(f"{line}\n" for line, _ in rows).encode("utf-8", "replace")
    if len(source) > MAX_CODE:
        raise _too_large(name)
    return Source(name=name, data=source, lines={at: label for at, (_, label) in enumerate(rows, 1)})


def _too_large(name: str) -> SubmissionError:
    message = f"The code in {name} is larger than {MAX_CODE >> 20} MiB; hand in the source only, without data."
    return SubmissionError(message, usage=False)


def _is_future(line: str) -> bool:
    """Whether a line has to stand first in a file, while in a notebook it may stand in any cell."""
    return line.startswith("from __future__ import ") and _parsed(line) is not None


def _code(notebook: _Notebook) -> list[_Cell]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def python_lines(text: str, mine: Callable[[str], bool] = lambda _: False) -> list[str]:
    """Returns a cell's lines, those that only Jupyter understands as comments; all of them are in a cell of others."""
    # Not splitlines: Python's own lines do not end at a form feed or U+2028.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
    if (tree := _parsed("\n".join(lines))) is not None:
        return _without_checks(lines, tree)
    for at in range(len(lines)):
        if not lines[at].strip():
            continue
        if indent := lines[at][: len(lines[at]) - len(lines[at].lstrip(" \t"))]:
            lines[at:] = [line.removeprefix(indent) for line in lines[at:]]  # as Jupyter does
        if not lines[at].startswith("%%"):
            break
        magic, *words = lines[at].split()
        if magic not in _PYTHON_MAGICS and not (magic == _GRADE and mine("".join(words[:1]))):
            return [f"# {line}" for line in lines]
        lines[at] = f"# {lines[at]}"
    if _parsed("\n".join(lines)) is None:
        lines = _without_magics(lines)
    tree = _parsed("\n".join(lines))
    return lines if tree is None else _without_checks(lines, tree)


def _without_checks(lines: list[str], tree: ast.Module) -> list[str]:
    """Returns the lines without what asks for marks: a worker grades, and cannot be asked to.

    Lines that do nothing else become comments; elsewhere the answer is 0.0.
    """
    asking = {node for node in tree.body if _asks(node)}
    kept = {row for node in tree.body if node not in asking for row in _rows(node)}
    asked = {row for node in asking for row in _rows(node)} - kept
    done = [f"# {line}" if row in asked else line for row, line in enumerate(lines, 1)]
    others = [node for node in tree.body if node.lineno not in asked]
    calls = [part for node in others for part in ast.walk(node) if isinstance(part, ast.Call) and _is_check(part)]
    calls.sort(key=lambda call: (call.lineno, call.col_offset), reverse=True)  # the last first, so that places stay
    for call in calls[-_MOST_CALLS:]:
        first, last = call.lineno - 1, (call.end_lineno or call.lineno) - 1
        before, after = done[first].encode()[: call.col_offset], done[last].encode()[call.end_col_offset :]
        changed = f"{before.decode('utf-8', 'replace')}0.0{after.decode('utf-8', 'replace')}"
        done[first : last + 1] = [changed, *[""] * (last - first)]
    return done


def _asks(node: ast.stmt) -> bool:
    """Whether a statement shows what ``grader.check`` says, or is the import for it."""
    match node:
        case ast.Expr():
            return any(_is_check(part) for part in ast.walk(node))
        case ast.Import([ast.alias("grader")]) | ast.ImportFrom("grader", [ast.alias("check")]):
            return True
        case _:
            return False


def _is_check(node: ast.AST) -> bool:
    match node:
        case ast.Call(ast.Attribute(ast.Name("grader"), "check")):
            return True
        case ast.Call(ast.Attribute(ast.Name(), "check") | ast.Name("check"), [ast.Constant(str() as word), *_]):
            return _EXERCISE.fullmatch(word) is not None  # by whatever name it was imported, in whichever cell
        case _:
            return False


def _rows(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _without_magics(lines: list[str]) -> list[str]:
    """Returns the lines with magics as comments. Where a statement or a string goes on, there is none."""
    done: list[str] = []
    string, depth, goes_on, magic = "", 0, False, False
    for line in lines:
        if magic and done[-1].endswith("\\"):
            done.append(f"# {line}")
            continue
        text = line.lstrip()
        magic = not (string or depth or goes_on) and _MAGIC.match(text) is not None
        if magic:
            done.append(f"{line[: len(line) - len(text)]}{_without_magic(text)}")
        else:
            done.append(line)
            string, depth = _left_open(line, string, depth)
            goes_on = line.endswith("\\")
    return done


def _left_open(line: str, string: str, depth: int) -> tuple[str, int]:
    """Which string of several lines is open after a line, and how many brackets."""
    at = 0
    while (found := _LEXEMES[string].search(line, at)) is not None:
        word, at = found[0], found.end()
        if string:
            string = "" if word == string else string
        elif word in _LEXEMES:
            string = word
        else:
            depth += (word in {"(", "[", "{"}) - (word in {")", "]", "}"})
    return string, max(depth, 0)


def _without_magic(text: str) -> str:
    timed = _TIME.fullmatch(text)
    tree = _parsed(timed[1]) if timed else None
    if timed and tree and not all(isinstance(node, ast.Expr) for node in tree.body):
        return timed[1]  # what it binds is used below
    return f"pass  # {text}"  # a block may hold nothing else


def _parsed(text: str) -> ast.Module | None:
    """Returns a text as Python; None where it is none."""
    try:
        with warnings.catch_warnings(action="ignore"):
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
