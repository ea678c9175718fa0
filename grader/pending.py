"""Finishing a report later, on the machine that its pending checks waited for: all other marks stay as they are."""

from __future__ import annotations

import hashlib
import time
from hmac import compare_digest
from typing import TYPE_CHECKING, Any, Final

import msgspec

from grader.checklist import checklist
from grader.course import fingerprint
from grader.grading import environment
from grader.judging import fault, judge
from grader.model.check import Broken, Verdict
from grader.model.digest import bears, keyed
from grader.model.platforms import name_of
from grader.model.report import SCHEMA, LaterRun, Report
from grader.prelude import prelude
from grader.runs import Runs
from grader.settling import Ledger, total

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.inquiry import Run
    from grader.model.exercise import Course, Exercise, Source
    from grader.sandbox.workshop import Workshop

__all__ = ["LARGEST", "UnfitError", "exercise_of", "finish", "fitting"]

LARGEST: Final = 16 << 20
"""More bytes than a report has; ours have some thousands."""


class UnfitError(Exception):
    """A report cannot be finished, so that everything is to be graded anew: says why, as the end of a sentence."""


class _Named(msgspec.Struct, frozen=True, kw_only=True):
    """Of what may be a report, its exercise."""

    exercise: str


def exercise_of(data: bytes) -> str:
    """Returns the slug of the exercise that a report says it is of; nothing where it is no report. Nobody vouches."""
    try:
        return msgspec.json.decode(data[:LARGEST], type=_Named).exercise
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""


def fitting(data: bytes, key: bytes, source: Source, exercise: Exercise) -> Report:
    """Returns the report that these bytes are, where this grader wrote them for this file and this exercise.

    Raises UnfitError where it did not, or something is another now.
    """
    try:
        tree: dict[str, Any] = msgspec.json.decode(data, type=dict[str, Any]) if len(data) <= LARGEST else {}
        report = msgspec.convert(tree, Report)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise UnfitError("the earlier report is no file that `--format json` wrote") from None
    if report.schema != SCHEMA:
        raise UnfitError(f"the earlier report is a {report.schema}, and this grader writes {SCHEMA}")
    if not report.digest:
        raise UnfitError("the earlier report is not signed")
    if not bears(tree, key):
        raise UnfitError("the earlier report was not written by this grader, or was changed since")
    if report.submission.sha256 != hashlib.sha256(source.data).hexdigest():
        raise UnfitError("the earlier report is of a file with other content")
    if report.exercise != exercise.slug:
        raise UnfitError(f"the earlier report is of another exercise, {report.exercise}")
    if not compare_digest(report.exercise_digest, keyed(fingerprint(exercise).encode(), key)):
        raise UnfitError("the exercise has been changed since the earlier report")
    known = {check.name for check in exercise.checks}
    for result in report.checks:
        if result.status == "pending" and result.name not in known:
            raise UnfitError(f"the earlier report has {result.name} pending, which is no check of the exercise")
    return report


def finish(
    report: Report,
    source: Source,
    exercise: Exercise,
    *,
    workshop: Workshop,
    course: Course,
    progress: Callable[[str], None] = lambda _: None,
) -> Report:
    """Judges the pending checks of a report that is ``fitting``, with a fresh seed; returns it with them settled."""
    report = msgspec.structs.replace(report, exercise_digest=fingerprint(exercise), digest="")
    waiting = tuple(result.name for result in report.checks if result.status == "pending")
    if not waiting:
        return report
    used = (report.seed, *(run.seed for run in report.later))
    started = time.monotonic()
    with Runs(source, exercise, workshop, course, besides=used) as runs:
        results = _results(report, runs, progress)
        later = LaterRun(
            checks=waiting,
            environment=environment(runs),
            seed=runs.seed,
            seconds=round(time.monotonic() - started, 3),
        )
    sums = msgspec.structs.asdict(total(results))
    return msgspec.structs.replace(
        report, checks=results, checklist=checklist(results), later=(*report.later, later), **sums
    )


def _results(report: Report, runs: Runs, progress: Callable[[str], None]) -> tuple[Any, ...]:
    """All results in the report's order; those pending are judged in the order in which any run judges them."""
    pending = {result.name for result in report.checks if result.status == "pending"}
    ledger = Ledger(runs.submission.lines)
    for result in report.checks:
        if result.name not in pending:
            ledger.keep(result)
    waiting = [check for check in runs.exercise.judged if check.name in pending]
    for run in runs.of(waiting):
        obstacle = _obstacle(run, progress)
        for check in waiting:
            if check.of == run.exercise.of:
                progress(check.shown)
                ledger.settle(check, obstacle or judge(check, run, ledger))
    found = {result.name: result for result in ledger.results}
    return tuple(found[result.name] for result in report.checks)


def _obstacle(run: Run, progress: Callable[[str], None]) -> Verdict | None:
    """What becomes of all pending checks where the file, which ran elsewhere, does not run; None where it does."""
    progress("loading the file")
    try:
        failed = next((verdict for _, verdict in prelude(run) if verdict.status != "passed"), None)
    except Broken as broken:
        return fault(broken)
    if failed is None:
        return None
    where = f"On {name_of(run.told.platform)}" if run.told else "Here"
    return msgspec.structs.replace(failed, message=f"{where} it no longer runs: {failed.message}")
