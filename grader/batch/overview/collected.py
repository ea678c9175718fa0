"""What the class's page tells, gathered as results come: of each result a few numbers are kept, never its report."""

from __future__ import annotations

from collections import Counter
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
    from grader.batch.nouns import Graded
    from grader.model.report import Report

__all__ = ["KINDS", "Collected", "Concern", "Group"]

KINDS = ("broken", "unread", "pending", "zero")
"""Why somebody needs attention; the first that fits counts."""
_NAMED = 200  # whose names are kept of each kind: a page lists no more


class Concern:
    """A submission that somebody has to look at, and why, in a line."""

    __slots__ = ("exercise", "student", "words")

    def __init__(self, graded: Graded, words: str) -> None:
        self.student, self.exercise = graded.submission.key
        self.words = words


class Group:
    """All submissions that need attention for the same kind of reason: how many, whose, and the first of them."""

    def __init__(self) -> None:
        self.count = 0
        self.students: set[str] = set()
        self.first: list[Concern] = []

    def add(self, graded: Graded, words: str) -> None:
        """Enters a submission."""
        self.count += 1
        self.students.add(graded.submission.student)
        if len(self.first) < _NAMED:
            self.first.append(Concern(graded, words))


class Collected:
    """A class: its roll, its exercises, and who needs attention."""

    def __init__(self, policy: LatePolicy) -> None:
        self.roll = Roll(policy)
        self.groups = {kind: Group() for kind in KINDS}
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
            self.groups[kind].add(graded, _reason(graded, kind))

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
