"""What the class's page tells, gathered as results come: of each result a few numbers are kept, never its report."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from grader.batch.causes import named_cause
from grader.batch.overview.exercises import Exercise
from grader.batch.overview.words import one_line
from grader.batch.roll import Roll
from grader.reports.words import amount

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from grader.batch.late import LatePolicy, Marked
    from grader.batch.nouns import Graded, Listed
    from grader.model.report import Report

__all__ = ["KINDS", "Collected", "Concern", "Group"]

KINDS = ("broken", "left", "unread", "pending", "zero")
"""Why somebody needs attention; the first that fits counts. What is ``left`` is not graded at all."""
_NAMED = 200  # whose names are kept of each kind: a page lists no more


class Concern:
    """A submission that somebody has to look at, and why, in a line."""

    __slots__ = ("exercise", "student", "words")

    def __init__(self, student: str, exercise: str, words: str) -> None:
        self.student, self.exercise, self.words = student, exercise, words


class Group:
    """All submissions that need attention for the same kind of reason: how many, whose, and the first of them."""

    def __init__(self) -> None:
        self.count = 0
        self.students: set[str] = set()
        self.first: list[Concern] = []

    def add(self, student: str, exercise: str, words: str) -> None:
        """Enters a submission, or a file of somebody's or nobody's ("") that is none."""
        self.count += 1
        self.students |= {student} - {""}
        if len(self.first) < _NAMED:
            self.first.append(Concern(student, exercise, words))


class Collected:
    """A class: its roll, its exercises, and who needs attention. ``besides`` is who and what else there is."""

    def __init__(self, policy: LatePolicy, besides: Listed | None = None) -> None:
        students, misfits = (besides.students, besides.misfits) if besides else ((), ())
        self.roll = Roll(policy, students, misfits)
        self.groups = {kind: Group() for kind in KINDS}
        for one in misfits:
            if not one.absent:
                self.groups["left"].add(one.student, one.exercise, one_line(f"{Path(one.path).name}: {one.reason}"))
        self.standings: Counter[str] = Counter()
        self.late = self.unknown = 0
        self.latest: datetime | None = None
        self._exercises: dict[str, Exercise] = {}

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """The exercises, by number."""
        return tuple(self._exercises[one.name] for one in self.roll.exercises)

    @property
    def concerned(self) -> int:
        """How many students need attention."""
        return len(set[str]().union(*(group.students for group in self.groups.values())))

    def add(self, graded: Graded) -> None:
        """Enters a result."""
        marked = self.roll.add(graded)
        name = graded.submission.exercise
        self._exercises.setdefault(name, Exercise(graded)).add(graded, marked)
        self.standings[marked.standing] += 1
        self.late += bool(marked.late_by)
        self.unknown += bool(marked.unknown)
        self.latest = max(self.latest or graded.at, graded.at)
        if kind := _kind(graded.report, marked):
            self.groups[kind].add(*graded.submission.key, _reason(graded, kind))

    def add_all(self, results: Iterable[Graded]) -> None:
        """Enters results, one at a time."""
        for graded in results:
            self.add(graded)


def _kind(report: Report, marked: Marked) -> str:
    """Why a submission needs attention; "" where it does not."""
    if marked.standing == "broken":
        return "broken"
    if not report.environment.isolation:  # nothing was run, for the file could not be read
        return "unread"
    if marked.standing == "pending":
        return "pending"
    return "zero" if marked.score == 0 and marked.max_score > 0 else ""


def _reason(graded: Graded, kind: str) -> str:
    """What is the matter, in a line."""
    if kind == "zero" and graded.report.score > 0:
        return f"late, so that none of its {amount(graded.report.score)} points are left"
    status = kind if kind in {"broken", "pending"} else "failed"
    first = next((check for check in graded.report.checks if check.status == status), None)
    told = "" if first is None else named_cause(first) if kind == "zero" else first.message
    told = told or (first.title if first else "")
    return one_line("; ".join(part for part in (told, graded.submission.note) if part))
