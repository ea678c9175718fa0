"""What passes between the process that the platform started and the one that grades for it, each a line of JSON."""

from __future__ import annotations

from typing import Final

import msgspec

from grader.lms.result import Graded
from grader.model.report import Report

__all__ = ["OUT_OF_MEMORY", "Due", "Fault", "Finished", "Order", "Planned", "Refused", "SoFar", "Told"]

OUT_OF_MEMORY: Final = 12
"""The exit status of the process that grades where it cannot get the memory that it needs."""


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What to grade: exercises of a course, by their folders' names, in a ``submission``'s folder.

    ``only`` are the files handed in where the platform tells their names; else all but those called like one of
    ``beside``. ``seconds`` and ``memory`` (bytes; None: nobody limits it) are what there is for all of it.
    """

    course: str
    exercises: tuple[str, ...]
    submission: str
    only: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    device: str = "cpu"
    require_isolation: str = ""
    seconds: float
    memory: int | None = None


class Due(msgspec.Struct, frozen=True, kw_only=True):
    """One exercise as it stands: ``left`` are the checks that were not reached, which its report has as pending."""

    graded: Graded
    left: tuple[str, ...] = ()


class Planned(msgspec.Struct, frozen=True, kw_only=True, tag="planned", tag_field="line"):
    """All that there is to grade, before anything was run, and the tier of isolation, with what it lacks.

    ``note`` is what the student is to know of files that were not used.
    """

    exercises: tuple[Due, ...]
    isolation: str
    lacks: tuple[str, ...] = ()
    note: str = ""


class SoFar(msgspec.Struct, frozen=True, kw_only=True, tag="so far", tag_field="line"):
    """The report of the exercise at this place in the plan as it is now, and the checks that are left."""

    at: int
    report: Report
    left: tuple[str, ...]


class Refused(msgspec.Struct, frozen=True, kw_only=True, tag="refused", tag_field="line"):
    """Nothing that could be graded was handed in: why, in a sentence for the student, and of how many points."""

    message: str
    worth: float = 0.0


class Fault(msgspec.Struct, frozen=True, kw_only=True, tag="fault", tag_field="line"):
    """The grader or the course failed, in a sentence, and nothing more will be graded."""

    message: str


class Finished(msgspec.Struct, frozen=True, kw_only=True, tag="finished", tag_field="line"):
    """All that was planned has been graded."""


Told = Planned | SoFar | Refused | Fault | Finished
"""A line of the process that grades."""
