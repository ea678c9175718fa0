"""Tries a packaged course before it is uploaded: its own solutions, graded within the platform's limits."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from grader.lms.package import COURSE
from grader.lms.packing.errors import PackingError
from grader.lms.packing.nouns import names
from grader.lms.run_in.nouns import Order
from grader.sandbox.peak import Peak

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.lms.package import Package
    from grader.lms.packing.nouns import Files
    from grader.lms.run_in.watching import Watched
    from grader.model.exercise import Exercise

__all__ = ["can_try", "try_out"]

_MIB = 1 << 20


def can_try() -> bool:
    """Whether this system can run what a container runs, and see how much memory that takes."""
    return sys.platform == "linux"


def try_out(
    package: Package,
    files: Files,
    exercises: tuple[Exercise, ...],
    title: str,
    progress: Callable[[str], None],
) -> None:
    """Grades each exercise's solution by the packaged course. Raises PackingError where that does not fit there."""
    left = package.deadline
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text).resolve()
        for name, file in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(file.data)
        for exercise in exercises:
            progress(f"trying {exercise.folder.name} with what {title} gives")
            started = time.monotonic()
            with Peak() as peak:
                watched = _graded(package, exercise, folder, left)
            left -= time.monotonic() - started
            _must_fit(watched, exercise, package, title, peak.bytes)


def _graded(package: Package, exercise: Exercise, folder: Path, seconds: float) -> Watched:
    """The run that grades the solution of an exercise."""
    from grader.lms.run_in.watching import watched

    assert exercise.solution is not None
    with tempfile.TemporaryDirectory() as submission, tempfile.TemporaryDirectory() as scratch:
        Path(scratch).chmod(0o711)  # workers that are users of their own pass through it
        Path(submission, *names((exercise,))).write_bytes(exercise.solution.data)
        order = Order(
            course=str(folder / COURSE),
            exercises=(exercise.folder.name,),
            submission=submission,
            device=package.device,
            seconds=seconds,
            memory=package.memory,
        )
        until = time.monotonic() + seconds
        return watched(order, until=until, folder=Path(scratch), log=None, stopped=lambda: False)


def _must_fit(watched: Watched, exercise: Exercise, package: Package, title: str, peak: int) -> None:
    """Raises PackingError where the solution was not graded with full marks, or took more than there is."""
    name = exercise.folder.name
    if watched.end == "time":
        raise PackingError(
            f"{name} cannot be graded in time: its solution was not done here after the {package.deadline:g} s that "
            f"are left to us; give {title} a longer timeout and say so with --deadline, or package fewer exercises"
        )
    if watched.fault or watched.refused:
        raise PackingError(f"{name} cannot be graded with what {title} gives: {watched.fault or watched.refused}")
    if watched.end != "finished" or peak > package.memory:
        raise PackingError(
            f"{name} does not fit: its solution takes {_mib(peak)} or more, and {title} gives {_mib(package.memory)}; "
            "give it more there and say so with --memory, or leave this exercise out"
        )
    report = watched.due[0].graded.report
    lost = next((check for check in report.checks if check.status not in ("passed", "pending")), None)
    if lost is not None and lost.status == "broken":
        raise PackingError(f"{name} cannot be judged: {lost.name}: {lost.message}")
    if lost is not None:
        raise PackingError(
            f"the solution of {name} does not pass with {_mib(package.memory)}, which is what {title} gives: "
            f"{lost.name}: {lost.message}"
        )


def _mib(size: int) -> str:
    return f"{-(-size // _MIB)} MiB"
