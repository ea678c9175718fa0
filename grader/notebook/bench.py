"""Grades what a kernel asks for, in one workshop that is kept from cell to cell."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Self

from grader.notebook.nouns import Answer, CellRequest, Refusal
from grader.sandbox.workshop import Workshop

if TYPE_CHECKING:
    from types import TracebackType

    from grader.model.report import Report
    from grader.notebook.asked import Asked
    from grader.notebook.nouns import Request

__all__ = ["Bench"]


class Bench:
    """Answers requests; as a context, it leaves nothing behind. Its fork server imports jax from the start.

    A report is kept for the next request: the cells for the checks of one exercise ask one after another, and each is
    told what its check came to when all of them were graded. Who asks for the same once more has it graded again.
    """

    def __init__(self) -> None:
        self._workshop = Workshop("")
        self._devices: tuple[str, str] | None = None
        self._report: Report | None = None
        self._about: tuple[str, ...] = ()
        self._told: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._workshop.close()

    def answer(self, request: Request) -> Answer | Refusal:
        """Returns what comes of a request. Never raises for what is asked, or for what a submission does."""
        from grader.notebook import asked, telling

        try:
            os.chdir(request.folder)
            if isinstance(request, CellRequest):
                wanted = asked.of_cell(request)
                return telling.feedback(wanted, self._graded(wanted))
            wanted = asked.of_file(request)
            return telling.points(wanted, self._checked(wanted, request.check), request.check)
        except asked.REFUSALS as error:
            return Refusal(message=asked.sentence(error))
        except Exception as error:  # noqa: BLE001 - the one place that answers for all of them
            what = f"{type(error).__name__}: {error}".rstrip(": ")
            return Refusal(message=f"jitgrade itself failed: {what}. This is not your fault, and nothing was graded.")

    def _checked(self, wanted: Asked, check: str) -> Report:
        """The report on a file: the one that there is, where it has not told of this check yet."""
        if self._report is None or self._about != wanted.about or check in self._told:
            self._report, self._about, self._told = self._graded(wanted), wanted.about, set()
        self._told.add(check)
        report = self._report
        if report.status == "broken":
            self._report = None
        return report

    def _graded(self, wanted: Asked) -> Report:
        """The report on what is asked; where the workshop died meanwhile, by another one."""
        report = self._once(wanted)
        if report.status == "broken" and not self._workshop.lives:
            report = self._once(wanted)
        return report

    def _once(self, wanted: Asked) -> Report:
        from grader import devices, grading

        workshop = self._made_for(wanted)
        if wanted.device and wanted.device != "cpu":
            devices.require(wanted.device, workshop)
        if wanted.folder is not None:
            workshop.keep(wanted.folder)
        return grading.grade(
            wanted.source,
            wanted.exercise,
            workshop=workshop,
            course=wanted.course,
            seed=wanted.seed,
            only=wanted.only,
        )

    def _made_for(self, wanted: Asked) -> Workshop:
        """The workshop, or another one where it is for another device or has died."""
        devices = wanted.device, wanted.device or wanted.course.accelerator
        unused = self._devices is None and not wanted.device  # it leaves the choice open until then
        if not self._workshop.lives or not (unused or self._devices == devices):
            self._workshop.close()
            self._workshop = Workshop(wanted.device)
        self._workshop.device = devices[1]
        self._devices = devices
        return self._workshop
