"""The names that a file uses, told from its text alone."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.model.exercise import Source

__all__ = ["names"]

_FIELDS = ("id", "attr", "name", "asname", "arg")
"""Where the nodes of a syntax tree have names."""


def names(source: Source | None) -> frozenset[str]:
    """Returns them; none where there is no file, or it is not Python."""
    try:
        tree = ast.parse(source.data if source else b"")
    except (SyntaxError, ValueError):
        return frozenset()
    found = (getattr(node, field, None) for node in ast.walk(tree) for field in _FIELDS)
    return frozenset(name.rpartition(".")[2] for name in found if isinstance(name, str))
