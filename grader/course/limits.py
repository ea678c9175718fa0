"""Limits as a course writes them: durations like ``60s`` and sizes like ``2GiB``, with their units."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType

from grader.course.convert import Reader, fields_of
from grader.course.errors import Problems
from grader.course.strict_yaml import Node
from grader.model.exercise import Limits

__all__ = ["read_limits", "size"]

_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_BYTES = {"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "kB": 10**3, "MB": 10**6, "GB": 10**9}
_QUANTITY = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([A-Za-z]+)")


def read_limits(node: Node | None, path: str, default: Limits, problems: Problems) -> Limits:
    """Returns limits, each one that is not given as in ``default``."""
    if node is None:
        return default
    readers: dict[str, Reader] = {
        "wall": lambda node, path: _seconds(node, path, problems),
        "cpu": lambda node, path: _seconds(node, path, problems),
        "memory": lambda node, path: _bytes(node, path, problems),
        "output": lambda node, path: _bytes(node, path, problems),
    }
    found = fields_of(Limits, node, owner="limits", path=path, problems=problems, readers=readers)
    return default if isinstance(found, UnsetType) else msgspec.structs.replace(default, **found)


def size(text: str) -> int | None:
    """Returns the bytes that a text like ``2GiB`` means; None where it means none."""
    found = _QUANTITY.fullmatch(text.strip())
    return int(float(found[1]) * _BYTES[found[2]]) or None if found and found[2] in _BYTES else None


def _seconds(node: Node, path: str, problems: Problems) -> float | UnsetType:
    """Returns a duration (``60s``, ``2m``, ``500ms``) in seconds."""
    return _quantity(node, path, problems, _SECONDS, "a duration, like 60s, 2m or 500ms")


def _bytes(node: Node, path: str, problems: Problems) -> int | UnsetType:
    """Returns a size (``2GiB``, ``512MiB``) in bytes."""
    size = _quantity(node, path, problems, _BYTES, "a size, like 2GiB or 512MiB")
    return size if isinstance(size, UnsetType) else int(size)


def _quantity(node: Node, path: str, problems: Problems, units: Mapping[str, float], what: str) -> float | UnsetType:
    found = _QUANTITY.fullmatch(node.value.strip()) if isinstance(node.value, str) else None
    if found and found[2] in units and float(found[1]) > 0:
        return float(found[1]) * units[found[2]]
    alike = [unit for unit in units if found and unit.lower() == found[2].lower()]
    near = f"; did you mean {found[1]}{alike[0]}?" if found and alike and found[2] not in units else ""
    problems.add(node.line, path, f"{path}: {node.plain()!r} is not {what}{near}")
    return UNSET
