"""What proving an exercise is made of: proofs, and grading as it is handed to whoever proves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from grader.model.exercise import Exercise, Source
    from grader.model.report import Report

__all__ = ["Graded", "Proof", "fault", "loss", "proof"]


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was to be shown: of which exercise, about what, whether it holds, and why not.

    ``weak`` is what could be better though it may hold: a sentence each.
    """

    exercise: str
    subject: str
    holds: bool
    message: str
    weak: tuple[str, ...] = ()


class Graded(Protocol):
    """Grades one file of an exercise, called a ``subject``; with ``only``, these checks alone."""

    def __call__(self, exercise: Exercise, source: Source, subject: str, only: tuple[str, ...] = ()) -> Report:
        """Returns the report."""


def proof(exercise: Exercise, subject: str, wrong: str, right: str = "", weak: tuple[str, ...] = ()) -> Proof:
    """Returns a proof that holds where nothing is ``wrong``."""
    return Proof(exercise=exercise.folder.name, subject=subject, holds=not wrong, message=wrong or right, weak=weak)


def fault(report: Report) -> str:
    """Returns what of the grading was our fault, in words; "" where nothing was."""
    broken = [result for result in report.checks if result.status == "broken"]
    return f"check {broken[0].name} is broken: {broken[0].message}" if broken else ""


def loss(report: Report) -> str:
    """Returns the first check that lost points, with its words; what is pending here is no loss."""
    lost = [result for result in report.checks if result.status in ("failed", "skipped")]
    return f"{lost[0].name}: {lost[0].message}" if lost else ""
