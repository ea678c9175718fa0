"""From an instructor's request to what is uploaded: what cannot work there is refused before anything is written."""

from __future__ import annotations

import importlib
import secrets
import sys
from typing import TYPE_CHECKING, Final

import msgspec

from grader import __version__, grading
from grader.checks.speedup import Speedup
from grader.checks.thresholds import thresholds_of
from grader.course import fingerprint
from grader.lms.package import COURSE, FILE, Package, package_bytes
from grader.lms.packing.course import course_files, exercise_files, seeds
from grader.lms.packing.errors import PackingError
from grader.lms.packing.installing import install_files
from grader.lms.packing.nouns import File, Parts, below
from grader.lms.packing.pins import installed
from grader.lms.packing.places import PLACES
from grader.lms.packing.trying import can_try, try_out
from grader.lms.platforms import PLATFORMS
from grader.release import expected

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.lms.packing.nouns import Files, Request
    from grader.model.exercise import Course, Exercise

__all__ = ["built"]

_MARGIN: Final = 0.1
_LEAST_MARGIN: Final = 5.0
_SHORTEST: Final = 20.0
"""Seconds: in less, importing jax may be all that is done."""


def built(
    request: Request,
    course: Course,
    exercises: tuple[Exercise, ...],
    progress: Callable[[str], None] = lambda _: None,
) -> Files | bytes:
    """Returns what is uploaded to the request's platform: one file, or files of a folder.

    Raises PackingError where something cannot work there, CourseError, ReleaseError and Broken.
    """
    place, title = PLACES[request.platform], PLATFORMS[request.platform].title
    timeout = _timeout(request, title)
    pending = _pending(request, course, exercises, title)
    recorded = request.expectations or not place.hides
    if recorded:
        _refuse_own_baselines(exercises)
    pins = installed()
    package = Package(
        platform=request.platform,
        exercises=tuple(exercise.folder.name for exercise in exercises),
        deadline=timeout - max(_LEAST_MARGIN, _MARGIN * timeout),
        memory=request.memory or place.memory,
        points=request.points,
        device="cpu",
        pending=pending,
        hidden=request.hidden,
        problems=request.problems,
        isolation=request.isolation,
        jitgrade=__version__,
        jax=pins.get("jax", ""),
    )
    if recorded:
        key = request.key or secrets.token_bytes(32)
        drawn = {exercise.folder.name: seeds(fingerprint(exercise), key) for exercise in exercises}
        package = msgspec.structs.replace(package, seeds=drawn)
    graded = _graded(package, course, exercises, progress)
    if can_try():
        try_out(package, graded, exercises, title, progress)
    python = request.python or f"{sys.version_info.major}.{sys.version_info.minor}"
    if request.hashes:
        progress("looking up the digests of what is installed there")
    parts = Parts(
        package=package,
        graded=graded,
        install=install_files(pins, python, hashes=request.hashes),
        exercises=exercises,
        title=course.title,
        timeout=timeout,
        python=python,
        image=request.image,
    )
    arranged: Callable[[Parts], Files | bytes] = importlib.import_module(
        f"grader.lms.packing.layouts.{request.platform}"
    ).arranged
    return arranged(parts)


def _timeout(request: Request, title: str) -> float:
    """The platform's own timeout. Raises PackingError where it cannot be set to that, or is of no use."""
    place = PLACES[request.platform]
    timeout = request.timeout or place.timeout
    if timeout > place.longest:
        raise PackingError(f"--deadline: {title} ends every run after {place.longest:g} s at most, not {timeout:g} s")
    if timeout < _SHORTEST:
        raise PackingError(f"--deadline: in less than {_SHORTEST:g} s nothing can be graded, and that is {timeout:g} s")
    return timeout


def _pending(request: Request, course: Course, exercises: tuple[Exercise, ...], title: str) -> tuple[str, ...]:
    """The checks that a processor cannot settle. Raises PackingError where they are not allowed for."""
    elsewhere = course.accelerator not in ("any", "cpu")
    found = tuple(
        f"{exercise.folder.name}/{check.name}"
        for exercise in exercises
        for check in exercise.checks
        if isinstance(check, Speedup) and (elsewhere or not thresholds_of(check.at_least, check.steps, "cpu").applies)
    )
    if found and not request.pending:
        raise PackingError(
            f"{title} has processors only, and {found[0]} is marked on {course.accelerator}; with --allow-pending its "
            "points stay provisional there"
        )
    return found


def _refuse_own_baselines(exercises: tuple[Exercise, ...]) -> None:
    """Raises PackingError where the solution itself is what a submission is raced against."""
    for exercise in exercises:
        for check in exercise.checks:
            if isinstance(check, Speedup) and check.over == "solution":
                raise PackingError(
                    f"{exercise.folder.name}/{check.name} is timed against the solution, which is not in this "
                    "package; put the function to be faster than into baseline.py"
                )


def _graded(
    package: Package, course: Course, exercises: tuple[Exercise, ...], progress: Callable[[str], None]
) -> Files:
    """package.json and the course, with recordings for the package's seeds. Raises ReleaseError, PackingError."""
    files = course_files(course)
    with grading.workshop(device=package.device) as workshop:
        for exercise in exercises:
            name, recording = exercise.folder.name, None
            if exercise.solution is None:
                raise PackingError(f"{name} has no solution here; package it from the course that has")
            if name in package.seeds:
                progress(f"recording what is expected in {name}")
                recording = expected(exercise, exercise.solution, package.seeds[name], workshop)
            files |= exercise_files(course, exercise, recording)
    return {FILE: File(data=package_bytes(package)), **below(COURSE, files)}
