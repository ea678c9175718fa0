"""From an instructor's request to what is uploaded: what cannot work there is refused before anything is written."""

from __future__ import annotations

import importlib
import secrets
from typing import TYPE_CHECKING, Final

import msgspec

from grader import __version__, grading
from grader.course import fingerprint
from grader.lms.package import COURSE, FILE, Package, package_bytes
from grader.lms.packing.course import course_files, exercise_files, seeds
from grader.lms.packing.installing import install_files
from grader.lms.packing.nouns import File, Parts, below
from grader.lms.packing.pins import installed
from grader.lms.packing.places import PLACES
from grader.lms.packing.refusing import refuse, unsettled
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


def built(
    request: Request,
    course: Course,
    exercises: tuple[Exercise, ...],
    progress: Callable[[str], None] = lambda _: None,
) -> Files | bytes:
    """Returns what is uploaded to the request's platform: one file, or files of a folder.

    Raises PackingError where something cannot work there, CourseError, ReleaseError and Broken.
    """
    refuse(request, course, exercises)
    place, title = PLACES[request.platform], PLATFORMS[request.platform].title
    timeout = request.timeout or place.timeout
    pins = installed()
    package = Package(
        platform=request.platform,
        exercises=tuple(exercise.folder.name for exercise in exercises),
        deadline=timeout - max(_LEAST_MARGIN, _MARGIN * timeout),
        memory=request.memory or place.memory,
        points=request.points,
        device="cpu",
        pending=unsettled(course, exercises),
        hidden=request.hidden,
        problems=request.problems,
        isolation=request.isolation,
        jitgrade=__version__,
        jax=pins.get("jax", ""),
    )
    if request.expectations or not place.hides:
        key = request.key or secrets.token_bytes(32)
        drawn = {exercise.folder.name: seeds(fingerprint(exercise), key) for exercise in exercises}
        package = msgspec.structs.replace(package, seeds=drawn)
    graded = _graded(package, course, exercises, progress)
    if can_try():
        try_out(package, graded, exercises, title, progress)
    if request.hashes:
        progress("looking up the digests of what is installed there")
    parts = Parts(
        package=package,
        graded=graded,
        install=install_files(pins, request.python, hashes=request.hashes),
        exercises=exercises,
        title=course.title,
        timeout=timeout,
        python=request.python,
        image=request.image,
    )
    arranged: Callable[[Parts], Files | bytes] = importlib.import_module(
        f"grader.lms.packing.layouts.{request.platform}"
    ).arranged
    return arranged(parts)


def _graded(
    package: Package, course: Course, exercises: tuple[Exercise, ...], progress: Callable[[str], None]
) -> Files:
    """package.json and the course, with recordings for the package's seeds. Raises ReleaseError."""
    files = course_files(course)
    with grading.workshop(device=package.device) as workshop:
        for exercise in exercises:
            name, recording = exercise.folder.name, None
            assert exercise.solution is not None
            if name in package.seeds:
                progress(f"recording what is expected in {name}")
                recording = expected(exercise, exercise.solution, package.seeds[name], workshop)
            files |= exercise_files(course, exercise, recording)
    return {FILE: File(data=package_bytes(package)), **below(COURSE, files)}
