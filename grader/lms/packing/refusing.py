"""What cannot work on a platform: told in a sentence before anything is graded, with what to do instead."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from grader.checks.speedup import Speedup
from grader.lms.packing.errors import PackingError
from grader.lms.packing.places import PLACES
from grader.lms.platforms import PLATFORMS
from grader.lms.run_in.fitting import fitted
from grader.model.check import Broken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.lms.packing.nouns import Request
    from grader.model.exercise import Case, Course, Exercise

__all__ = ["refuse", "unsettled"]

_SHORTEST: Final = 20.0
"""Seconds: in less, importing jax may be all that is done."""
_IMAGE: Final = ("prairielearn", "autolab", "oci")
"""The platforms for which an image is named."""


def refuse(request: Request, course: Course, exercises: tuple[Exercise, ...]) -> None:
    """Raises PackingError where what is asked for cannot work on the request's platform."""
    for said in chain(_foreign(request), _missing(request, exercises), _unfit(request, course, exercises)):
        raise PackingError(said)


def unsettled(course: Course, exercises: tuple[Exercise, ...]) -> tuple[str, ...]:
    """Returns the checks, as ``exercise/check``, that a processor cannot settle."""
    if course.accelerator in ("any", "cpu"):
        return ()
    return tuple(f"{exercise.folder.name}/{check.name}" for exercise, check in _timed(exercises))


def _foreign(request: Request) -> Iterator[str]:
    """What is asked for that this platform has no use for, or cannot give."""
    platform, place, title = request.platform, PLACES[request.platform], PLATFORMS[request.platform].title
    timeout = request.timeout or place.timeout
    if request.image and platform not in _IMAGE:
        yield f"--image is for {_titles(_IMAGE)}; {title} grades in no image of yours, so leave it out"
    if request.problems and platform != "autolab":
        yield f"--problem names what Autolab calls a problem; {title} has none, so leave it out"
    if request.points and platform == "vpl":
        yield "--points is not for Moodle VPL: the activity's own grade says there what all of it is worth"
    if request.hidden.startswith("after") and platform != "gradescope":
        yield (
            f"--hidden {request.hidden} is for Gradescope, which shows things later; for {title}, --hidden hidden "
            "leaves out what hidden cases found"
        )
    if timeout > place.longest:
        yield f"--deadline: {title} ends every run after {place.longest:g} s at most, not {timeout:g} s"
    if timeout < _SHORTEST:
        yield f"--deadline: in less than {_SHORTEST:g} s nothing can be graded, and that is {timeout:g} s"


def _missing(request: Request, exercises: tuple[Exercise, ...]) -> Iterator[str]:
    """What this platform, an option or an exercise needs, and what is not there."""
    place, title = PLACES[request.platform], PLATFORMS[request.platform].title
    if request.platform == "prairielearn" and not request.image:
        yield (
            "PrairieLearn grades in an image of yours: name it with --image, as docker pull knows it; what it is built "
            "of is then put into image/"
        )
    if request.platform == "coderunner" and len(exercises) > 1:
        yield "a CodeRunner question takes one answer, so package each exercise by itself"
    if request.problems and len(request.problems) not in (1, len(exercises)):
        yield f"--problem is said once for all, or for each exercise: {len(exercises)} times"
    if request.hidden != "visible" and not any(case.hidden for one in exercises for case in _cases(one)):
        yield f"--hidden {request.hidden}: none of these exercises has a hidden case, so leave it out"
    for exercise in exercises:
        if exercise.solution is None:
            yield f"{exercise.folder.name} has no solution here; package it from the course that has"
        try:
            fitted(exercise, memory=request.memory or place.memory, seconds=request.timeout or place.timeout)
        except Broken as error:
            yield f"{exercise.folder.name} cannot be graded with what {title} gives: {error}"


def _unfit(request: Request, course: Course, exercises: tuple[Exercise, ...]) -> Iterator[str]:
    """Which speed checks cannot be judged there."""
    title = PLATFORMS[request.platform].title
    pending = unsettled(course, exercises)
    for exercise, check in _timed(exercises):
        name = f"{exercise.folder.name}/{check.name}"
        if name in pending and not request.pending:
            yield (
                f"{title} has processors only, and {name} is marked on {course.accelerator}; with --allow-pending its "
                "points stay provisional there"
            )
        if check.over == "solution" and (request.expectations or not PLACES[request.platform].hides):
            yield (
                f"{name} is timed against the solution, which is not in this package; put the function to be faster "
                "than into baseline.py"
            )


def _timed(exercises: tuple[Exercise, ...]) -> Iterator[tuple[Exercise, Speedup]]:
    """The speed checks, each with its exercise."""
    return ((one, check) for one in exercises for check in one.checks if isinstance(check, Speedup))


def _cases(exercise: Exercise) -> Iterator[Case]:
    """All cases of an exercise, those that a check has for itself, too."""
    own = ((*getattr(one, "calls", ()), *filter(None, [getattr(one, "call", None)])) for one in exercise.checks)
    return chain(exercise.cases, *own)


def _titles(platforms: tuple[str, ...]) -> str:
    """What people call them, as a list in words."""
    *first, last = (PLATFORMS[name].title for name in platforms)
    return f"{', '.join(first)} and {last}"
