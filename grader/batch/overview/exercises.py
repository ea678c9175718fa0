"""One exercise over a class, as its results come: marks, speed-ups, grading times, hints, and why checks failed."""

from __future__ import annotations

import statistics
from array import array
from collections import Counter
from typing import TYPE_CHECKING, Final, TypeGuard

from grader.batch.causes import cause, named_cause
from grader.batch.overview.words import one_line

if TYPE_CHECKING:
    from grader.batch.late import Marked
    from grader.batch.nouns import Graded
    from grader.model.report import CheckResult

__all__ = ["Cause", "Exercise", "Speeds", "median"]

_TOLD: Final = ("failed", "broken", "pending")
_DISTINCT: Final = 500  # a class whose every message is another one must not fill the memory
_FASTEST: Final = 1e12
_OTHERS: Final = "other causes"
_NAMED: Final = 100  # students whose names are kept of each cause


class Cause:
    """One reason why a check did not pass: how many submissions have it, and whose the first of them are."""

    def __init__(self, check: CheckResult, name: str) -> None:
        self.status = check.status
        self.name = name
        self.message = one_line(check.message)
        self.count = 0
        self.checks: list[str] = []
        self.students: list[str] = []

    def add(self, student: str, check: CheckResult) -> None:
        """Enters a check of a student's submission, which counts once however many of its checks have this cause."""
        title = one_line(check.title or check.name)
        if title not in self.checks:
            self.checks.append(title)
        self.count += 1
        if len(self.students) < _NAMED:
            self.students.append(student)


class Speeds:
    """How many times as fast as its baseline each submission is, by one check that came to a verdict on it."""

    def __init__(self, title: str) -> None:
        self.title = one_line(title)
        self.ratios = array("d")
        self.reached = 0
        self._asked: Counter[float] = Counter()

    @property
    def asked(self) -> float | None:
        """The ratio that most of them were asked for."""
        return self._asked.most_common(1)[0][0] if self._asked else None

    def add(self, ratio: float, asked: object) -> None:
        """Enters a submission's ratio, and what is asked of it."""
        self.ratios.append(ratio)
        if _is_ratio(asked):
            self._asked[asked] += 1
            self.reached += ratio >= asked


class Exercise:
    """An exercise's numbers. ``hinted`` of its submissions have a report that says what to try, ``hints`` in all."""

    def __init__(self, graded: Graded) -> None:
        report = graded.report
        self.number, self.title, self.name = report.number, one_line(report.title), graded.submission.exercise
        self.standings: Counter[str] = Counter()
        self.scores = array("d")
        self.seconds = array("d")
        self.most = 0.0
        self.hinted = self.hints = 0
        self.speeds: dict[str, Speeds] = {}
        self.versions: set[str] = set()
        self._causes: dict[tuple[str, str], Cause] = {}

    @property
    def count(self) -> int:
        """How many submissions there are."""
        return self.standings.total()

    def add(self, graded: Graded, marked: Marked) -> None:
        """Enters a submission."""
        report = graded.report
        self.standings[marked.standing] += 1
        self.most = max(self.most, marked.max_score)
        if marked.score is not None:
            self.scores.append(marked.score)
        if spent := graded.seconds or report.seconds:
            self.seconds.append(spent)
        if report.exercise_digest:
            self.versions.add(report.exercise_digest)
        hints = sum(bool(check.hint) and check.status == "failed" for check in report.checks)
        self.hints += hints
        self.hinted += bool(hints)
        seen: set[tuple[str, str]] = set()
        for check in report.checks:
            if check.status in _TOLD:
                seen.add(self._failed(graded, check, seen))
            self._timed(check)

    def causes(self, most: int) -> tuple[tuple[Cause, ...], int]:
        """Returns the commonest causes, and how many others there are."""
        common = sorted(self._causes.values(), key=lambda one: -one.count)
        return tuple(common[:most]), len(common[most:])

    def _failed(self, graded: Graded, check: CheckResult, seen: set[tuple[str, str]]) -> tuple[str, str]:
        """Enters why a check did not pass, unless the submission was ``seen`` with it; returns the cause's key."""
        key, name = (check.status, cause(check)), named_cause(check)
        if key not in self._causes and len(self._causes) >= _DISTINCT:
            key, name = (check.status, _OTHERS), _OTHERS
        if key not in seen:
            self._causes.setdefault(key, Cause(check, name)).add(graded.submission.student, check)
        return key

    def _timed(self, check: CheckResult) -> None:
        """Enters a speed-up, where the check came to a verdict on one."""
        ratio = check.detail.get("ratio")
        if check.status in {"passed", "failed"} and _is_ratio(ratio):
            self.speeds.setdefault(check.name, Speeds(check.title or check.name)).add(
                ratio, check.detail.get("threshold")
            )


def median(values: array[float]) -> float | None:
    """Returns the middle value; None where there is none."""
    return statistics.median(values) if values else None


def _is_ratio(value: object) -> TypeGuard[float]:
    """Whether it is a number of times that something can be as fast."""
    return isinstance(value, int | float) and 1 / _FASTEST < value < _FASTEST
