"""The summary of a batch: by exercise and check how many passed, and the commonest causes of what did not."""

from __future__ import annotations

import statistics
from array import array
from collections import Counter
from typing import TYPE_CHECKING, Final

from grader.batch.causes import cause, named_cause
from grader.batch.sheet import WIDTH, Sheet
from grader.reports.words import amount

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grader.batch.late import LatePolicy, Marked
    from grader.batch.nouns import Graded, Misfit
    from grader.model.report import CheckResult

__all__ = ["Summary"]

_STANDINGS: Final = ("passed", "failed", "pending", "broken")
_STATUSES: Final = ("passed", "failed", "skipped", "pending", "broken")
_TOLD: Final = ("failed", "broken", "pending")
_COMMONEST: Final = 3
_DISTINCT: Final = 500  # a class whose every message is another one must not fill the memory
_OTHERS: Final = "other causes"
_MESSAGE: Final = 300


class _Cause:
    """How often a check came out so, for one reason, and the first submission that has it."""

    def __init__(self, graded: Graded, check: CheckResult, name: str) -> None:
        self.count = 0
        self.name = name
        self.student = graded.submission.student
        self.line = check.line
        self.message = check.message[:_MESSAGE]


class _Check:
    """One check over all submissions of an exercise."""

    def __init__(self, points: float) -> None:
        self.points = points
        self.statuses: Counter[str] = Counter()
        self.causes: dict[tuple[str, str], _Cause] = {}

    def add(self, graded: Graded, check: CheckResult) -> None:
        self.statuses[check.status] += 1
        if check.status in _TOLD:
            key, name = (check.status, cause(check)), named_cause(check)
            if key not in self.causes and len(self.causes) >= _DISTINCT:
                key, name = (check.status, _OTHERS), _OTHERS
            self.causes.setdefault(key, _Cause(graded, check, name)).count += 1

    def lines(self) -> list[str]:
        """The commonest causes, a line each."""
        common = sorted(self.causes.items(), key=lambda item: -item[1].count)
        told = []
        for status in _TOLD:
            mine = [found for (one, _), found in common if one == status]
            told += [_line(status, found) for found in mine[:_COMMONEST]]
            if rest := sum(found.count for found in mine[_COMMONEST:]):
                told.append(f"{rest} × {'' if status == 'failed' else status + ', '}other causes (checks.csv has all)")
        return told


class _Exercise:
    """One exercise over all its submissions."""

    def __init__(self, graded: Graded) -> None:
        report = graded.report
        self.number, self.title, self.name = report.number, report.title, graded.submission.exercise
        self.standings: Counter[str] = Counter()
        self.scores = array("d")
        self.most = 0.0
        self.versions: set[str] = set()
        self.checks: dict[str, _Check] = {}

    def add(self, graded: Graded, marked: Marked) -> None:
        self.standings[marked.standing] += 1
        self.most = max(self.most, marked.max_score)
        if marked.score is not None:
            self.scores.append(marked.score)
        if graded.report.exercise_digest:
            self.versions.add(graded.report.exercise_digest)
        for check in graded.report.checks:
            self.checks.setdefault(check.name, _Check(check.max_score)).add(graded, check)


class Summary:
    """What a batch came to, as its results come.

    ``misfits`` are the files that are not graded, ``aside`` those that need nobody; ``account`` counts them all.
    """

    def __init__(
        self, policy: LatePolicy, misfits: Iterable[Misfit] = (), aside: Iterable[Misfit] = (), account: str = ""
    ) -> None:
        self._policy = policy
        self._misfits = tuple(misfits)
        self._aside = tuple(aside)
        self._account = account
        self._notes: list[tuple[str, str, str]] = []
        self._students: set[str] = set()
        self._exercises: dict[str, _Exercise] = {}
        self._late = self._unknown = 0

    def add(self, graded: Graded, marked: Marked) -> None:
        """Enters a result and its mark."""
        submission = graded.submission
        self._students.add(submission.student)
        self._exercises.setdefault(submission.exercise, _Exercise(graded)).add(graded, marked)
        self._late += bool(marked.late_by)
        self._unknown += bool(marked.unknown)
        if submission.note:
            self._notes.append((*submission.key, submission.note))

    def text(self, width: int = WIDTH, *, symbols: bool = True, most: int | None = None) -> str:
        """Returns the summary as plain text; of files not graded and of notes at most ``most`` each, None for all."""
        sheet = Sheet(width, symbols=symbols)
        self._total(sheet)
        for one in sorted(self._exercises.values(), key=lambda one: (one.number, one.name)):
            sheet.line()
            _write(sheet, one)
        misfits = list(dict.fromkeys(f"{one.path}: {one.reason}" for one in self._misfits))
        aside = list(dict.fromkeys(_aside(one) for one in self._aside))
        notes = [f"{student}, {exercise}: {note}" for student, exercise, note in sorted(self._notes)]
        # What needs nobody is for whoever looks for it.
        for title, entries in (("Not graded", misfits), ("To know", notes), ("Left aside", [] if most else aside)):
            if entries:
                sheet.line()
                sheet.listing(f"{title} ({len(entries)})", entries, most)
        return sheet.text

    def _total(self, sheet: Sheet) -> None:
        """How it went in all, and what lateness did."""
        standings = sum((one.standings for one in self._exercises.values()), Counter[str]())
        whose = f" of {_counted(len(self._students), 'student')}" if self._students else ""
        outcome = f": {_counts(standings)}" if standings else ""
        sheet.paragraph(f"{_counted(standings.total(), 'submission')}{whose}{outcome}.")
        if self._account:
            sheet.paragraph(self._account)
        if self._policy.due:
            sheet.paragraph(self._policy.due_words)
        if self._policy.steps:
            sheet.paragraph(self._policy.words)
            told = [f"{self._late} came late"]
            if self._unknown:
                told.append(f"{self._unknown} without a known hand-in time or due date lost nothing")
            sheet.paragraph("; ".join(told) + ".")


def _aside(one: Misfit) -> str:
    """A line on a file, or a folder with so many, that needs nobody."""
    return f"{one.path}: {one.reason}" if one.files == 1 else f"{one.path} ({one.files} files): {one.reason}"


def _write(sheet: Sheet, exercise: _Exercise) -> None:
    """What became of one exercise."""
    sheet.line(f"Exercise {exercise.number} · {exercise.title} ({exercise.name})")
    count = exercise.standings.total()
    middle = ""
    if exercise.scores:
        mean, median = statistics.fmean(exercise.scores), statistics.median(exercise.scores)
        over = "" if len(exercise.scores) == count else f", over {_counted(len(exercise.scores), 'settled mark')}"
        middle = f" Mean {amount(mean)}, median {amount(median)} of {amount(exercise.most)}{over}."
    sheet.paragraph(f"{_counted(count, 'submission')}: {_counts(exercise.standings)}.{middle}")
    if len(exercise.versions) > 1:
        sheet.paragraph(
            f"Not all were graded by the same exercise: it changed in between ({len(exercise.versions)} versions). "
            "`grade batch --changed` grades anew what the change concerns."
        )
    rows = (
        ([name, amount(one.points), *(str(one.statuses[word] or "-") for word in _STATUSES)], one.lines())
        for name, one in exercise.checks.items()
    )
    sheet.table(("check", "points", *_STATUSES), rows, indent=2)


def _line(status: str, found: _Cause) -> str:
    """One cause, with the submission that shows it."""
    how = "" if status == "failed" else f"{status}, "
    where = f"{found.student}, line {found.line}" if found.line is not None else found.student
    named = f"{found.name}, " if found.name else ""
    return f"{found.count} × {how}{named}such as {where}: {found.message}"


def _counts(standings: Counter[str]) -> str:
    """``3 passed, 1 broken``."""
    return ", ".join(f"{standings[word]} {word}" for word in _STANDINGS if standings[word])


def _counted(count: int, what: str) -> str:
    """``1 submission`` or ``2 submissions``."""
    return f"{count} {what}{'' if count == 1 else 's'}"
