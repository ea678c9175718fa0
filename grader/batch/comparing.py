"""Compares two results files: whose mark changed and why, after an exercise was corrected say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeVar, cast

import msgspec

from grader.batch.late import LatePolicy, Standing
from grader.batch.results import ResultsError, latest
from grader.batch.sheet import WIDTH, Sheet
from grader.reports.words import amount

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from pathlib import Path

    from grader.batch.nouns import Graded
    from grader.model.report import CheckResult, Environment

__all__ = ["Comparison", "compare", "results_file"]

_Value = TypeVar("_Value", bound="Hashable")
_LONGEST: Final = 300
_ABSENT: Final = "not there"


class _Check(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a check to compare it: no message, which only the new one is told by."""

    name: str
    status: str
    score: float | None
    max_score: float


class _Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of an old result until its new one comes."""

    standing: Standing
    score: float | None
    max_score: float
    share: float
    sha256: str
    digest: str
    stack: str
    checks: tuple[_Check, ...]


class _Shared:
    """Gives each value once: in a class of thousands most results have the same checks, come out the same way."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Hashable] = {}

    def __call__(self, value: _Value) -> _Value:
        return cast("_Value", self._known.setdefault(value, value))


class _Change(msgspec.Struct, frozen=True, kw_only=True):
    """A mark that is another one: ``way`` is where it went, ``lines`` say which checks changed, and why."""

    number: int
    exercise: str
    student: str
    way: Literal["up", "down", "settled", "unsettled"]
    marks: str
    lines: tuple[str, ...]


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Two batches beside each other. ``missing`` and ``added`` are whose results only the old or the new one has.

    ``same`` marks are not told one by one; in ``moved`` of them some check changed all the same.
    """

    changes: tuple[_Change, ...]
    same: int
    moved: int
    missing: tuple[tuple[str, str], ...]
    added: tuple[tuple[str, str], ...]

    @property
    def line(self) -> str:
        """The comparison in one line."""
        count = {way: sum(one.way == way for one in self.changes) for way in ("up", "down", "settled", "unsettled")}
        moved = f" ({self.moved} of them by other checks)" if self.moved else ""
        told = [f"{count['up']} up, {count['down']} down, {self.same} same{moved}"]
        told += [f"{count['settled']} settled now"] * bool(count["settled"])
        told += [f"{count['unsettled']} no longer settled"] * bool(count["unsettled"])
        told += [f"{len(self.missing)} only in the old results"] * bool(self.missing)
        told += [f"{len(self.added)} only in the new results"] * bool(self.added)
        return ", ".join(told) + "."

    def text(self, width: int = WIDTH, *, symbols: bool = True) -> str:
        """Returns the comparison as plain text: each changed mark, who is in one of them only, and the line."""
        sheet = Sheet(width, symbols=symbols)
        exercise = ""
        for one in self.changes:
            if one.exercise != exercise:
                exercise = one.exercise
                sheet.line(f"Exercise {one.number} ({exercise})")
            sheet.paragraph(f"{one.student}: {one.marks}", indent=2)
            for line in one.lines:
                sheet.paragraph(line, indent=4)
        for title, keys in (("Only in the old results", self.missing), ("Only in the new results", self.added)):
            if keys:
                sheet.line(title)
                for student, name in keys:
                    sheet.paragraph(f"{student}, {name}", indent=2)
        sheet.paragraph(self.line)
        return sheet.text


def compare(old: Path, new: Path, policy: LatePolicy | None = None) -> Comparison:
    """Returns how the marks of two results files differ, after the late policy. Raises ResultsError."""
    policy, shared = policy or LatePolicy(), _Shared()
    left = {graded.submission.key: _kept(graded, policy, shared) for graded in latest(results_file(old))}
    changes: list[_Change] = []
    added: list[tuple[str, str]] = []
    same = moved = 0
    for graded in latest(results_file(new)):
        before = left.pop(graded.submission.key, None)
        if before is None:
            added.append(graded.submission.key)
            continue
        now = _kept(graded, policy, shared)
        if before.score == now.score and (now.score is None or before.max_score == now.max_score):
            same += 1
            moved += before.checks != now.checks
        else:
            changes.append(_change(graded, before, now))
    changes.sort(key=lambda one: (one.number, one.exercise, one.student))
    return Comparison(
        changes=tuple(changes),
        same=same,
        moved=moved,
        missing=tuple(sorted(left, key=_by_exercise)),
        added=tuple(sorted(added, key=_by_exercise)),
    )


def results_file(path: Path) -> Path:
    """The results file that is meant, which a folder of results may stand for. Raises ResultsError."""
    path = path / "results.jsonl" if path.is_dir() else path
    if not path.is_file():
        raise ResultsError(f"there are no results at {path}; name a results.jsonl, or the folder that has one")
    return path


def _by_exercise(key: tuple[str, str]) -> tuple[str, str]:
    """Exercise before student."""
    return key[1], key[0]


def _kept(graded: Graded, policy: LatePolicy, shared: _Shared) -> _Kept:
    """The small record of a result."""
    marked, report = policy.mark(graded), graded.report
    return _Kept(
        standing=marked.standing,
        score=marked.score,
        max_score=marked.max_score,
        share=marked.share,
        sha256=graded.submission.sha256,
        digest=shared(report.exercise_digest),
        stack=shared(_stack(report.environment)),
        checks=shared(tuple(shared(_check(check)) for check in report.checks)),
    )


def _check(check: CheckResult) -> _Check:
    """The small record of a check."""
    return _Check(name=check.name, status=check.status, score=check.score, max_score=check.max_score)


def _change(graded: Graded, before: _Kept, now: _Kept) -> _Change:
    """What changed of one submission's mark."""
    way: Literal["up", "down", "settled", "unsettled"]
    if before.score is None or now.score is None:
        way = "settled" if before.score is None else "unsettled"
    else:
        # The same points out of fewer are more.
        better = now.score > before.score or (now.score == before.score and now.max_score < before.max_score)
        way = "up" if better else "down"
    return _Change(
        number=graded.report.number,
        exercise=graded.submission.exercise,
        student=graded.submission.student,
        way=way,
        marks=f"{_mark(before)} → {_mark(now)}",
        lines=(*_moved(graded, before.checks, now.checks), _why(before, now)),
    )


def _mark(kept: _Kept) -> str:
    """A mark in words."""
    return kept.standing if kept.score is None else f"{amount(kept.score)} of {amount(kept.max_score)}"


def _moved(graded: Graded, before: tuple[_Check, ...], now: tuple[_Check, ...]) -> Iterator[str]:
    """A line for each check that is not as it was, with what it says now where it says what is wrong."""
    old = {check.name: check for check in before}
    for found, check in zip(now, graded.report.checks, strict=True):
        was = old.pop(found.name, None)
        if was != found:
            yield f"{found.name}: {_result(was)} → {_result(found)}{_said(check)}"
    for was in old.values():
        yield f"{was.name}: {_result(was)} → {_ABSENT}"


def _result(check: _Check | None) -> str:
    """A check's status, with its points where it has any."""
    if check is None:
        return _ABSENT
    points = (
        f" {amount(check.score)} of {amount(check.max_score)}" if check.score is not None and check.max_score else ""
    )
    return f"{check.status}{points}"


def _said(check: CheckResult) -> str:
    """The check's message, where it is not simply right."""
    return "" if check.status == "passed" or not check.message else f". {check.message[:_LONGEST]}"


def _why(before: _Kept, now: _Kept) -> str:
    """What is behind a change, as far as the two results tell."""
    told = []
    if before.sha256 != now.sha256:
        told.append("another file was handed in")
    if not before.digest or not now.digest:
        told.append("whether the exercise changed is not known")
    elif before.digest != now.digest:
        told.append("the exercise changed")
    if before.share != now.share:
        told.append(f"after lateness {100 * before.share:g}% was left, now {100 * now.share:g}%")
    if before.stack != now.stack:
        told.append(f"graded with {before.stack}, now {now.stack}")
    return f"Why: {'; '.join(told) or 'same file, same exercise, same versions: another run of it'}."


def _stack(environment: Environment) -> str:
    """What a submission was graded with."""
    return f"jax {environment.jax}, Python {environment.python}, on {environment.platform}"
