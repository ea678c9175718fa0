"""Grades again and again in one workshop, whose next workers stand ready: for ``grade watch``."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final, Self

from grader import grading
from grader.commands import occasion
from grader.sandbox.remembering import Memory
from grader.sandbox.workshop import Workshop
from grader.settling import Ledger

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from types import TracebackType

    from grader.commands.finding import Named
    from grader.model.exercise import Course, Exercise
    from grader.model.report import Report

__all__ = ["Regrading", "only_timing"]

_AHEAD: Final = 3  # workers: the file, the file afresh, and whoever else a run needs first


class Regrading:
    """A workshop that is kept; as a context, it leaves nothing behind.

    All runs over an exercise draw the same inputs, so what differs between two reports is the file's doing, and the
    solution is asked once.
    """

    def __init__(self, course: Course, device: str, require_isolation: str) -> None:
        self._course = course
        self._device = device
        self._required = require_isolation
        self._seeds: dict[str, str] = {}
        self._answers: dict[str, Memory] = {}
        self._workshop = self._opened()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._workshop.close()

    def graded(
        self,
        given: Named,
        chosen: Exercise,
        *,
        overtaken: Callable[[], bool],
        interim: Callable[[Report], None],
        progress: Callable[[str], None],
    ) -> Report:
        """Returns the report, by another workshop where this one died. Raises Overtaken as soon as it is to no use.

        ``interim`` gets the report on everything but speed, before that is timed, where it will be.
        """
        self._revive()
        report = self._once(given, chosen, overtaken, interim, progress)
        if report.status == "broken" and self._revive():
            report = self._once(given, chosen, overtaken, interim, progress)
        return report

    def prepare(self, chosen: Exercise) -> None:
        """Has workers ready for the exercise's next file."""
        if self._workshop.lives:
            self._workshop.prepare(chosen.limits, _AHEAD)

    def _revive(self) -> bool:
        """Takes another workshop where this one died; says whether it did."""
        if self._workshop.lives:
            return False
        self._workshop.close()
        self._workshop = self._opened()
        return True

    def _opened(self) -> Workshop:
        workshop = Workshop(self._device, require_isolation=self._required)
        workshop.device = self._device or self._course.accelerator
        return workshop

    def _once(
        self,
        given: Named,
        chosen: Exercise,
        overtaken: Callable[[], bool],
        interim: Callable[[Report], None],
        progress: Callable[[str], None],
    ) -> Report:
        workshop = self._workshop
        occasion.keep(workshop, given)
        occasion.must_have(self._device, workshop)
        # A released course answers for seeds of its own: of those it takes one.
        seed = self._seeds.get(chosen.slug) or ("" if chosen.expectations else secrets.token_hex(16))
        memory = None if chosen.expectations else self._answers.setdefault(chosen.slug, Memory())
        workshop.stop_when(overtaken)
        try:
            for report, left in grading.reports(
                given.source,
                chosen,
                workshop=workshop,
                course=self._course,
                seed=seed,
                reference=memory,
                progress=progress,
            ):
                self._seeds[chosen.slug] = report.seed
                if only_timing(report, chosen, left):
                    interim(report)
        finally:
            workshop.stop_when(None)
        return report


def only_timing(report: Report, exercise: Exercise, left: Collection[str]) -> bool:
    """Whether the checks of these names, not reached yet, are all timed, and nothing found so far stands before one."""
    checks = [check for check in exercise.checks if check.name in left]
    ledger = Ledger()
    for result in report.checks:
        if result.name not in left:
            ledger.keep(result)
    return all(check.timed for check in checks) and any(ledger.obstacle(check) is None for check in checks)
