"""What lies in an exercise's two folders, and what does not belong there."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from grader.model.exercise import Exercise

__all__ = ["stray", "visible", "within_solutions"]

_IN_EXERCISE = {"exercise.yaml", "starter.py", "fixtures.py", "checks.py", "baseline.py", "expected.msgpack"}
_IN_SOLUTION = {"solution.py", "wrong", "right"}


def stray(exercise: Exercise) -> str:
    """Returns which stray files lie in its folders; "" where none do."""
    found = [path.name for path in visible(exercise.folder) if path.name not in _IN_EXERCISE]
    found += [path.name for path in visible(within_solutions(exercise)) if path.name not in _IN_SOLUTION]
    for word in ("wrong", "right"):
        found += [path.name for path in visible(within_solutions(exercise, word)) if path.suffix != ".py"]
    return f"stray: {', '.join(found)}" if found else ""


def visible(folder: Path) -> list[Path]:
    """Returns what lies in a folder, apart from caches and hidden files."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if not path.name.startswith((".", "__pycache__")))


def within_solutions(exercise: Exercise, word: str = "") -> Path:
    """Returns the folder of its solution, or the one of this name within it."""
    return exercise.folder.parent.parent / "solutions" / exercise.folder.name / word
