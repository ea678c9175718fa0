"""A notebook's cell as lines of Python: what only Jupyter understands becomes a comment in its line."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable

__all__ = ["GRADE", "PYTHON_MAGICS", "parsed", "python_lines"]

PYTHON_MAGICS = ("%%capture", "%%time", "%%timeit", "%%prun")
"""Cell magics whose cell is Python."""
GRADE = "%%grade"
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


def python_lines(text: str, mine: Callable[[str], bool] = lambda _: False) -> list[str]:
    """Returns a cell's lines, those that only Jupyter understands as comments; all of them are in a cell of others."""
    # Not splitlines: Python's own lines do not end at a form feed or U+2028.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
    if (tree := parsed("\n".join(lines))) is not None:
        return _without_checks(lines, tree)
    for at in range(len(lines)):
        if not lines[at].strip():
            continue
        if indent := lines[at][: len(lines[at]) - len(lines[at].lstrip(" \t"))]:
            moved = [line.removeprefix(indent) for line in lines[at:]]  # as Jupyter does
            if (tree := parsed("\n".join(moved))) is not None and _returns(tree):
                return lines  # the rest of a function that begins in another cell
            lines[at:] = moved
        if not lines[at].startswith("%%"):
            break
        magic, *words = lines[at].split()
        if magic not in PYTHON_MAGICS and not (magic == GRADE and mine("".join(words[:1]))):
            return [f"# {line}" for line in lines]
        lines[at] = f"# {lines[at]}"
    if parsed("\n".join(lines)) is None:
        lines = _without_magics(lines)
    tree = parsed("\n".join(lines))
    return lines if tree is None else _without_checks(lines, tree)


def _returns(tree: ast.Module) -> bool:
    """Whether some `return` is outside of all functions."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        if isinstance(node := waiting.pop(), ast.Return):
            return True
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            waiting.extend(ast.iter_child_nodes(node))
    return False


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
    tree = parsed(timed[1]) if timed else None
    if timed and tree and not all(isinstance(node, ast.Expr) for node in tree.body):
        return timed[1]  # what it binds is used below
    return f"pass  # {text}"  # a block may hold nothing else


def parsed(text: str) -> ast.Module | None:
    """Returns a text as Python; None where it is none."""
    try:
        with warnings.catch_warnings(action="ignore"):
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
