"""What a file says that does less than it seems to: updates that are kept nowhere, questions that no tracer answers."""

from __future__ import annotations

import ast
from typing import Final

from grader.model.incidents import Oversight

__all__ = ["oversights"]

_UPDATES: Final = frozenset({"set", "add", "subtract", "multiply", "mul", "divide", "power", "min", "max", "apply"})
_NUMBERS: Final = frozenset({"bool", "int", "float", "complex"})
_MOST: Final = 20


def oversights(source: str) -> tuple[Oversight, ...]:
    """Returns them by their lines, in order."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and _is_update(node.value):
            found.append(Oversight(kind="dropped-update", line=node.lineno))
        elif isinstance(node, ast.expr) and (_is_identity(node) or _is_instance(node)):
            found.append(Oversight(kind="type-question", line=node.lineno, code=ast.unparse(node)))
    return tuple(sorted(found, key=lambda one: one.line)[:_MOST])


def _is_update(node: ast.expr) -> bool:
    """Whether this is ``….at[…].set(…)`` or one of its kin."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in _UPDATES
        and isinstance(node.func.value, ast.Subscript)
        and isinstance(node.func.value.value, ast.Attribute)
        and node.func.value.value.attr == "at"
    )


def _is_identity(node: ast.expr) -> bool:
    """Whether this is ``x is True`` or one of its kin."""
    return (
        isinstance(node, ast.Compare)
        and isinstance(node.ops[0], ast.Is | ast.IsNot)
        and isinstance(node.left, ast.Name)
        and isinstance(node.comparators[0], ast.Constant)
        and isinstance(node.comparators[0].value, bool)
    )


def _is_instance(node: ast.expr) -> bool:
    """Whether this is ``isinstance(x, int)``, for a type of Python's numbers."""
    match node:
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(), ast.Name(id=name)]):
            return name in _NUMBERS
    return False
