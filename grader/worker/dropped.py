"""Statements that make an updated array and throw it away: ``x.at[i].set(v)`` on a line of its own."""

from __future__ import annotations

import ast
from typing import Final

__all__ = ["dropped_updates"]

_UPDATES: Final = frozenset({"set", "add", "subtract", "multiply", "mul", "divide", "power", "min", "max", "apply"})
_MOST: Final = 20


def dropped_updates(source: str) -> tuple[int, ...]:
    """Returns the lines of such statements, in order."""
    lines = [
        node.lineno for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr) and _is_update(node.value)
    ]
    return tuple(sorted(lines)[:_MOST])


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
