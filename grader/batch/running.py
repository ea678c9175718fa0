"""Runs a batch from where it is to its end: what is still to grade, side by side, then what noise left pending."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from grader.batch.nouns import Begun, Fault, Finished, Graded, Listed, Task
from grader.batch.results import latest, listed, marks, unfinished
from grader.batch.unread import unread
from grader.course import find_exercise, fingerprint, read_exercise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from grader.batch.nouns import Order, Submission
    from grader.batch.results import Results
    from grader.model.exercise import Course, Exercise, Source

    Grades = Callable[[Iterable[Task]], Iterator[tuple[Task, Graded | Fault]]]

__all__ = ["Batch"]


class Batch:
    """One batch of a course over a results file: begun anew, or gone on with where an earlier run did not finish it.

    ``changed`` grades only what has no mark yet, or has other bytes than when it was marked, or whose exercise has
    changed since. ``besides`` is what else was found, for whoever reads the results. ``source`` reads what was handed
    in, where that is not simply the file. Raises ResultsError and CourseError.
    """

    def __init__(
        self,
        results: Results,
        course: Course,
        order: Order,
        submissions: Sequence[Submission],
        *,
        changed: bool,
        source: Callable[[Submission], Source | None] | None = None,
        besides: Listed | None = None,
    ) -> None:
        self.results = results
        self._besides = besides or Listed(batch="")
        self.source = source or (lambda _: None)
        self._course = course
        self._exercises: dict[str, Exercise] = {}
        self._digests: dict[str, str] = {}
        begun = unfinished(results.path)
        self.resumed = begun is not None and _alike(begun.order, order)
        if begun is None or not self.resumed:
            order = msgspec.structs.replace(order, seed=secrets.token_hex(16))
            begun = Begun(batch=secrets.token_hex(8), at=datetime.now(UTC), order=order, course=course.title)
        self._begun = begun
        earlier = marks(results.path) if changed else {}
        # What could not be read may be another file now.
        found = {key: mark for key, mark in earlier.items() if mark.settled and mark.sha256}
        found |= marks(results.path, begun.batch) if self.resumed else {}
        known = {key: (mark.sha256, mark.digest) for key, mark in found.items()}
        self.waiting = [one for one in submissions if known.get(one.key) != (one.sha256, self._digest(one.exercise))]

    @property
    def order(self) -> Order:
        """What whoever grades for this batch is told."""
        return self._begun.order

    def run(self, grades: Grades, alone: Grades, tell: Callable[[Graded], None], *, elsewhere: bool = False) -> None:
        """Has everything that waits graded; each result is on the disk before it is told.

        ``grades`` does tasks in parallel, ``alone`` one by one with nothing beside; where that is ``elsewhere``, it may
        have another platform than ``grades``.
        """
        if not self.resumed:
            self.results.add(self._begun)
        if self._besides.students or self._besides.misfits or listed(self.results.path):
            self.results.add(msgspec.structs.replace(self._besides, batch=self._begun.batch))
        tasks = (Task(batch=self._begun.batch, submission=one, source=self.source(one)) for one in self.waiting)
        for work, some in ((grades, tasks), (alone, self._unsettled(elsewhere=elsewhere))):
            for task, answer in work(some):
                graded = self._result(task, answer)
                self.results.add(graded)
                tell(graded)

    def finish(self) -> None:
        """Ends it: what runs after this begins another batch."""
        self.results.add(Finished(batch=self._begun.batch, at=datetime.now(UTC)))

    def _unsettled(self, *, elsewhere: bool) -> Iterator[Task]:
        """What could be settled now: speed that noise or a busy device left pending, not another platform than here."""
        for graded in latest(self.results.path):
            report = graded.report
            here = elsewhere or self._course.accelerator in ("any", report.environment.platform)
            waits = any(check.status == "pending" for check in report.checks)
            if graded.batch == self._begun.batch and waits and here and self.order.timed:
                source = self.source(graded.submission)
                yield Task(batch=graded.batch, submission=graded.submission, earlier=graded, source=source)

    def _result(self, task: Task, answer: Graded | Fault) -> Graded:
        """The result to keep: a fault of ours keeps what was known before, or is a report that marks nothing."""
        if isinstance(answer, Graded):
            return answer
        submission = task.submission
        report = unread(submission.path, answer.message, self.exercise(submission.exercise), way="broken")
        return Graded(batch=task.batch, at=datetime.now(UTC), submission=submission, report=report)

    def exercise(self, name: str) -> Exercise:
        """Returns an exercise of the course by the name of its folder. Raises CourseError."""
        if name not in self._exercises:
            self._exercises[name] = read_exercise(find_exercise(self._course, name), self._course)
        return self._exercises[name]

    def _digest(self, name: str) -> str:
        if name not in self._digests:
            self._digests[name] = fingerprint(self.exercise(name))
        return self._digests[name]


def _alike(one: Order, other: Order) -> bool:
    """Whether two orders are the same but for their seeds."""
    return msgspec.structs.replace(one, seed="") == msgspec.structs.replace(other, seed="")
