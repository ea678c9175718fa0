"""The names and texts that a file uses, told from its text alone."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.model.exercise import Source

__all__ = ["names", "texts"]

_FIELDS = ("id", "attr", "name", "asname", "arg")
"""Where the nodes of a syntax tree have names."""


def names(source: Source | None) -> frozenset[str]:
    """Returns its names; none where there is no file, or it is not Python."""
    found = (getattr(node, field, None) for node in _nodes(source) for field in _FIELDS)
    return frozenset(name.rpartition(".")[2] for name in found if isinstance(name, str))


def texts(source: Source | None) -> frozenset[str]:
    """Returns the texts that are written out in it, between quotes; likewise."""
    found = (node.value for node in _nodes(source) if isinstance(node, ast.Constant))
    return frozenset(text for text in found if isinstance(text, str))


def _nodes(source: Source | None) -> list[ast.AST]:
    try:
        return list(ast.walk(ast.parse(source.data if source else b"")))
    except (SyntaxError, ValueError):
        return []
