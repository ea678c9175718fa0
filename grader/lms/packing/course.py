"""The part of a course that a package holds: the exercises named, as they are graded, and nothing besides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.lms.packing.nouns import File, Files
from grader.model.digest import keyed
from grader.release import COPIED, without_nudges

if TYPE_CHECKING:
    from pathlib import Path

    from grader.model.exercise import Course, Exercise

__all__ = ["course_files", "exercise_files", "seeds"]

_SEEDS: Final = 3


def course_files(course: Course) -> Files:
    """Returns what holds for all exercises."""
    return {"course.yaml": _file(course.folder / "course.yaml")}


def exercise_files(course: Course, exercise: Exercise, recording: bytes | None) -> Files:
    """Returns one exercise's files, hidden cases included: with its solution, or with a recording in its place.

    Nudges are left out: nothing there shows them. Raises ReleaseError where they cannot be.
    """
    name = exercise.folder.name
    text = (exercise.folder / "exercise.yaml").read_text(encoding="utf-8-sig")
    files = {f"exercises/{name}/exercise.yaml": File(data=without_nudges(text).encode())}
    present = (one for one in COPIED if (exercise.folder / one).exists())
    files |= {f"exercises/{name}/{one}": _file(exercise.folder / one) for one in present}
    if recording is None:
        files[f"solutions/{name}/solution.py"] = _file(course.folder / "solutions" / name / "solution.py")
    else:
        files[f"exercises/{name}/expected.msgpack"] = File(data=recording)
    return files


def seeds(digest: str, key: bytes) -> tuple[str, ...]:
    """Returns the seeds to record: the same for the same exercise and key, and nobody's guess without the key."""
    return tuple(sorted(keyed(f"{digest} {number}".encode(), key)[:32] for number in range(_SEEDS)))


def _file(path: Path) -> File:
    return File(data=path.read_bytes())
