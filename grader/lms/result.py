"""What came of grading one submission on a platform, and what the platform told of the occasion."""

from __future__ import annotations

from typing import Literal

import msgspec

from grader.model.exercise import Source
from grader.model.report import Report

__all__ = ["Graded", "Occasion", "Result"]


class Graded(msgspec.Struct, frozen=True, kw_only=True):
    """One exercise of a submission: its report, the graded file if there was one, how much its points count.

    ``hidden`` names the checks of which the platform is to keep quiet as of hidden cases.
    """

    report: Report
    source: Source | None = None
    weight: float = 1.0
    hidden: frozenset[str] = frozenset()


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """All that a platform is told of one submission; ``exercises`` in the order of the package.

    ``note`` is said above all else. ``usage`` is why nothing could be graded, in a sentence, and ``worth`` the points
    that there were: an attempt that must not count, where the platform has a word for that. ``broken`` is our fault, in
    a sentence: nothing was graded, and no earlier score is touched; a report that is broken says the same. ``seconds``
    is how long it took.
    """

    exercises: tuple[Graded, ...] = ()
    note: str = ""
    usage: str = ""
    worth: float = 0.0
    broken: str = ""
    seconds: float = 0.0


class Occasion(msgspec.Struct, frozen=True, kw_only=True):
    """What the platform, or whoever made the package, said of this run.

    ``highest`` is what full marks are worth there, None where they are worth what the exercises say; ``lowest`` what
    nothing is worth (VPL). ``problems`` are Autolab's names: one for all points, or one for each exercise in their
    order; with none, each check is a problem. ``hidden`` is when hidden cases and checks are shown where a platform can
    wait with that (Gradescope; CodeRunner shows them to teachers alone); where it cannot, what they found is left out
    unless they are visible. ``markup`` is how texts are written (Gradescope). ``told`` is what the platform says of a
    submission, to be said back by the names that it has there (Classroom 50). ``key`` is what reports are signed with.
    """

    highest: float | None = None
    lowest: float = 0.0
    problems: tuple[str, ...] = ()
    hidden: Literal["visible", "after_due_date", "after_published", "hidden"] = "visible"
    markup: Literal["text", "md", "ansi"] = "md"
    told: dict[str, str] = {}
    key: bytes = b""
