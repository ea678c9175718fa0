"""Which construct of the student's line asked for a plain value: an ``if``, a ``max``, a chained comparison."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from grader.explain.words import quoted

if TYPE_CHECKING:
    from grader.explain.sight import Sight

__all__ = ["asked_word", "asker", "deciding_call", "deciding_test", "truth"]

_STATEMENTS: dict[type[ast.stmt], str] = {ast.If: "if", ast.While: "while", ast.Assert: "assert"}
_FUNCTIONS = {
    "max": "python-max-min",
    "min": "python-max-min",
    "sorted": "python-max-min",
    "any": "python-any-all",
    "all": "python-any-all",
    "bool": "python-bool",
}
_WORDS = {"and": "python-and-or", "or": "python-and-or", "not": "python-and-or", "else": "python-conditional"}


def truth(sight: Sight) -> str:
    """Returns the cause's name for what asked for a True or False; ``python-truth`` where the line does not say."""
    return _found(sight)[0]


def asker(sight: Sight) -> str:
    """Returns what asked for a True or False, quoted, with its line."""
    part = _found(sight)[1]
    return quoted(part) + sight.at if part else sight.code


def asked_word(sight: Sight) -> str:
    """Returns ``not``, or ``default`` for ``x or 1.0``, where that asked for a True or False; "" for others."""
    try:
        node = ast.parse(_found(sight)[1], mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return "not"
    last = node.values[-1] if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or) else None
    if isinstance(last, ast.Constant) and isinstance(last.value, int | float) and not isinstance(last.value, bool):
        return "default"
    return ""


def deciding_call(sight: Sight) -> str:
    """Returns the call by whose result an `if`, `while` or `assert` goes; "" where it is something else that asked."""
    if truth(sight) != f"python-{sight.opener}":
        return ""
    if isinstance(sight.statement, ast.If | ast.While | ast.Assert):
        test = sight.statement.test
        return sight.segment(test) if isinstance(test, ast.Call) else ""
    return sight.frame.part if sight.frame and sight.returned else ""


def deciding_test(sight: Sight) -> str:
    """Returns what stands between the `if` and the `else` of an expression that asked; "" where none did."""
    kind, part = _found(sight)
    if kind != "python-conditional":
        return ""
    same = (node for node in sight.nodes if isinstance(node, ast.IfExp) and sight.segment(node) == part)
    return next((sight.segment(node.test) for node in same), "")


def _found(sight: Sight) -> tuple[str, str]:
    """The cause's name and the part of the line that asked; an empty part stands for the whole line."""
    statement, kind = sight.statement, _kind(sight.asked) if sight.asked and not sight.returned else ""
    if kind and kind != "python-and-or" and not (kind == "python-chained-comparison" and sight.opener):
        return kind, sight.frame.part if sight.frame else ""
    if isinstance(sight.asked, ast.Call) and not sight.returned:
        return "python-call", sight.segment(sight.asked)
    if isinstance(statement, ast.If | ast.While | ast.Assert):
        word = _STATEMENTS[type(statement)]
        keyword = "elif" if sight.source.startswith("elif ") else word
        return f"python-{word}", f"{keyword} {sight.segment(statement.test)}"
    if statement is None:
        kind = _by_words(sight)
        asked = sight.frame.part if sight.frame and sight.asked and kind == f"python-{sight.opener}" else ""
        return kind, f"{sight.opener} {asked}" if asked else ""
    if (around := _around(sight.nodes, sight.asked)) is not None:
        return _kind(around), sight.segment(around)
    found = [(kind, node) for node in sight.nodes if (kind := _kind(node))]
    if len({kind for kind, _ in found}) == 1:
        return found[0][0], sight.segment(found[0][1])
    return "python-truth", ""


def _kind(node: ast.AST) -> str:
    """The cause's name for an expression that needs a True or False; "" for all others."""
    if isinstance(node, ast.IfExp):
        return "python-conditional"
    if isinstance(node, ast.BoolOp) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
        return "python-and-or"
    if isinstance(node, ast.Compare):
        if any(isinstance(operator, ast.In | ast.NotIn) for operator in node.ops):
            return "python-in"
        return "python-chained-comparison" if len(node.ops) > 1 else ""
    if isinstance(node, ast.comprehension):
        return "python-if" if node.ifs else ""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return _FUNCTIONS.get(node.func.id, "")
    return ""


def _around(nodes: tuple[ast.AST, ...], asked: ast.AST | None) -> ast.AST | None:
    """The construct that asks for the truth of the expression; None where it is none of those."""
    return next((node for node in reversed(nodes) if any(part is asked for part in _tested(node))), None)


def _tested(node: ast.AST) -> list[ast.AST]:
    """The expressions by whose truth a construct goes, and itself where it is the truth of one."""
    if isinstance(node, ast.IfExp):
        return [node.test]
    if isinstance(node, ast.BoolOp):
        return [node, *node.values]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return [node, node.operand]
    return list(node.ifs) if isinstance(node, ast.comprehension) else []


def _by_words(sight: Sight) -> str:
    """The cause's name for a line that does not parse by itself, by its only telling word."""
    if sight.opener in _STATEMENTS.values():
        return f"python-{sight.opener}"
    kinds = {kind for word, kind in _WORDS.items() if sight.mentions(word)}
    return kinds.pop() if len(kinds) == 1 else "python-truth"
