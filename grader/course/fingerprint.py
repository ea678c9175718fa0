"""What an exercise's content comes to: a digest that changes with anything by which it is graded."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from grader.model.exercise import Exercise

__all__ = ["fingerprint"]

_ON_DISK: Final = ("exercise.yaml", "checks.py", "expected.msgpack")


def fingerprint(exercise: Exercise) -> str:
    """Returns the SHA-256 of all files of the exercise and of its solution, and of the limits that it grades with."""
    parts = {name: _bytes(exercise, name) for name in _ON_DISK}
    for role in ("starter", "fixtures", "baselines", "solution"):
        source = getattr(exercise, role)
        parts[role] = None if source is None else source.data
    parts["limits"] = repr(exercise.limits).encode()
    total = hashlib.sha256()
    for name, data in sorted(parts.items()):
        total.update(f"{name} {-1 if data is None else len(data)}\n".encode())
        total.update(data or b"")
    return total.hexdigest()


def _bytes(exercise: Exercise, name: str) -> bytes | None:
    try:
        return (exercise.folder / name).read_bytes()
    except OSError:
        return None
