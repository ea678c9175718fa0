"""Grades one submission after another in one workshop: in a process of a batch, or on a machine of a cluster."""

from __future__ import annotations

import hashlib
import hmac
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self

from grader import grading
from grader.batch.nouns import Graded
from grader.batch.unread import unread
from grader.course import (
    CourseError,
    Problem,
    SubmissionError,
    find_exercise,
    fingerprint,
    read_course,
    read_exercise,
    read_submission,
)
from grader.pending import finish
from grader.sandbox.remembering import Memory

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from grader.batch.nouns import Order, Task
    from grader.model.exercise import Exercise, Source
    from grader.model.report import Report
    from grader.sandbox.server import Loan
    from grader.sandbox.workshop import Workshop

__all__ = ["Examiner"]


@dataclass(frozen=True, eq=False)
class _Asked:
    """An exercise as a batch asks it: with one seed for all, so that the solution answers each question but once."""

    exercise: Exercise
    seed: str
    memory: Memory


class Examiner:
    """Grades what a batch orders; as a context, it leaves nothing behind. ``loan`` is a fork server to begin with.

    Raises CourseError where there is no course, NoIsolationError where the isolation cannot be had.
    """

    def __init__(self, order: Order, loan: Loan | None = None) -> None:
        self._order = order
        self._course = read_course(Path(order.course))
        self._asked: dict[str, _Asked] = {}
        self._workshop = self._opened(loan)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._workshop.close()

    def examine(self, task: Task) -> Graded:
        """Returns the task's result. Never raises for what was handed in.

        Of an earlier result what was pending is judged, where the file is still the same; the rest stays. Raises
        CourseError where there is no such exercise, or not as whoever asks has it.
        """
        asked = self._exercise(task.submission.exercise)
        if task.digest not in ("", fingerprint(asked.exercise)):
            message = "this copy of the exercise differs from that of whoever runs the batch; give both the same course"
            raise CourseError([Problem(file=str(asked.exercise.folder), message=message)])
        earlier = task.earlier
        if earlier is None:
            return self._result(task, lambda source: self._report(asked, source))
        return self._result(task, lambda source: self._finished(earlier.report, asked, source))

    def _opened(self, loan: Loan | None = None) -> Workshop:
        """A workshop as the order and the course want it. Raises NoIsolationError."""
        order = self._order
        required = order.require_isolation
        return grading.workshop(device=order.device, course=self._course, require_isolation=required, loan=loan)

    def _result(self, task: Task, report: Callable[[Source], Report]) -> Graded:
        """What a report makes of what was handed in, or of that it cannot be read."""
        started = time.monotonic()
        exercise = self._exercise(task.submission.exercise).exercise
        path = Path(task.submission.path)
        try:
            source = task.source or read_submission(path, exercise)
        except SubmissionError as error:
            found = task.earlier.report if task.earlier else unread(path.name, str(error), exercise)
        else:
            self._workshop.keep(path.resolve().parent)  # only now: a link that leads to itself ends before Python 3.13
            found = report(source)
            # It would fail all others as well; and where another's trouble ended a server that is shared, it may have
            # told that these workers ended first, as if by their own fault.
            if found.status != "passed" and not self._workshop.lives:
                self._workshop.close()
                self._workshop = self._opened()
                found = report(source)
        return Graded(
            batch=task.batch,
            at=datetime.now(UTC),
            submission=task.submission,
            report=found,
            seconds=round(time.monotonic() - started, 3),
        )

    def _finished(self, earlier: Report, asked: _Asked, source: Source) -> Report:
        if hashlib.sha256(source.data).hexdigest() != earlier.submission.sha256:
            return earlier
        return finish(earlier, source, asked.exercise, workshop=self._workshop, course=self._course)

    def _exercise(self, name: str) -> _Asked:
        if name not in self._asked:
            exercise = read_exercise(find_exercise(self._course, name), self._course)
            seed = hmac.new(bytes.fromhex(self._order.seed), exercise.slug.encode(), "sha256").hexdigest()[:32]
            # A released course answers for seeds of its own only.
            self._asked[name] = _Asked(exercise, "" if exercise.expectations else seed, Memory())
        return self._asked[name]

    def _report(self, asked: _Asked, source: Source) -> Report:
        return grading.grade(
            source,
            asked.exercise,
            workshop=self._workshop,
            course=self._course,
            seed=asked.seed,
            reference=asked.memory if asked.seed else None,
            timed=self._order.timed,
        )
