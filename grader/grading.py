"""The spine: a submission and an exercise in, a report out."""

from __future__ import annotations

import hashlib
import os
import secrets
import time
from typing import TYPE_CHECKING, Literal

import msgspec

from grader.checklist import checklist
from grader.course import attempted
from grader.inquiry import Run
from grader.model.answers import Ended, Loaded, Raised, Traced
from grader.model.check import Broken, Verdict
from grader.model.questions import Trace
from grader.model.report import CheckResult, Environment, Report, SubmissionMark
from grader.prelude import PRELUDE, prelude
from grader.sandbox.recording import Recording
from grader.sandbox.tiers import stricter
from grader.sandbox.workshop import Workshop
from grader.settling import Ledger, skipped

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.check import Check, Worker
    from grader.model.exercise import Case, Course, Exercise, Source

__all__ = ["Observation", "Program", "grade", "observe", "workshop"]


class Program(msgspec.Struct, frozen=True, kw_only=True):
    """What one case is traced into: the program, or why there is none."""

    case: str
    traced: Traced | None
    message: str = ""


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """A submission explained rather than marked: its report, and the program of each visible case."""

    report: Report
    programs: tuple[Program, ...]


def workshop(*, device: str = "", course: Course | None = None, require_isolation: str = "") -> Workshop:
    """Returns a workshop, which starts at once: use it as a context, so that nothing of it is left behind.

    What the course says of isolation binds here, for whoever grades what others handed in.
    """
    required = stricter(require_isolation, course.isolation if course else "")
    return Workshop(device=device or (course.accelerator if course else "cpu"), require_isolation=required)


def grade(
    submission: Source,
    exercise: Exercise,
    *,
    workshop: Workshop,
    course: Course | None = None,
    seed: str = "",
    only: tuple[str, ...] = (),
    progress: Callable[[str], None] = lambda _: None,
    reference: Worker | None = None,
) -> Report:
    """Grades one submission. ``only`` names the checks to judge (all where there are none).

    ``seed`` replays an earlier run (32 hexadecimal digits); ``reference`` stands in for the solution's worker.
    Never raises for what a submission does; a fault of ours is a check that is ``broken``. Raises UnknownSeedError
    where a released course knows nothing of the seed.
    """
    with _run(submission, exercise, workshop, course, seed, reference) as run:
        return _graded(run, submission, workshop, only, progress)


def observe(
    submission: Source,
    exercise: Exercise,
    *,
    workshop: Workshop,
    course: Course | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Observation:
    """Grades a submission and traces it once more for each visible case, for ``grade explain``."""
    with _run(submission, exercise, workshop, course, "", None) as run:
        report = _graded(run, submission, workshop, (), progress)
        traceable = isinstance(run.opening, Loaded) and exercise.signature.called
        progress("tracing")
        programs = [_program(run, case) for case in exercise.cases if traceable and not case.hidden]
    return Observation(report=report, programs=tuple(programs))


def _run(
    submission: Source,
    exercise: Exercise,
    workshop: Workshop,
    course: Course | None,
    seed: str,
    reference: Worker | None,
) -> Run:
    """A new grading run; a released course replays what its reference answered for one of its stored seeds."""
    workshop.guard(exercise.folder)
    workshop.keep(exercise.folder.resolve().parent.parent)  # solutions lie beside exercises
    recording = Recording(exercise.expectations) if exercise.expectations and reference is None else None
    seed = seed or (recording.seed() if recording else secrets.token_hex(16))
    return Run(
        exercise,
        submission,
        workshop,
        seed=seed,
        accelerator=course.accelerator if course else "any",
        reference=recording.replay(seed) if recording else reference,
    )


def _graded(
    run: Run, submission: Source, workshop: Workshop, only: tuple[str, ...], progress: Callable[[str], None]
) -> Report:
    """The report of a run, all its checks judged in order."""
    started = time.monotonic()
    ledger = Ledger()
    _judge_prelude(run, ledger, progress)
    for check in sorted(run.exercise.checks, key=lambda check: check.order):
        if not only or check.name in only:
            progress(check.shown)
            verdict = _judge(check, run, ledger)
            ledger.enter(name=check.name, title=check.shown, kind=check.kind, points=check.points, verdict=verdict)
    return _report(run, ledger, submission, time.monotonic() - started, workshop)


def _judge_prelude(run: Run, ledger: Ledger, progress: Callable[[str], None]) -> None:
    """Enters the three checks without points."""
    progress("loading the file")
    try:
        for name, verdict in prelude(run):
            ledger.enter(name=name, title=PRELUDE[name], kind=name, points=0.0, verdict=verdict)
    except Broken as broken:
        ledger.enter(name="loads", title=PRELUDE["loads"], kind="loads", points=0.0, verdict=_broken(broken))


def _judge(check: Check, run: Run, ledger: Ledger) -> Verdict:
    """The verdict of one check, skipped where an earlier one stands in its way.

    A check that ``informs`` is judged even then, since what it finds may be the cause; it earns nothing. Where it has
    nothing to show but the same exception, that is not told twice.
    """
    obstacle = ledger.obstacle(check)
    if obstacle is not None and not (check.informs and obstacle == "failed" and isinstance(run.opening, Loaded)):
        return skipped(obstacle)
    try:
        verdict = check.judge(run)
    except Broken as broken:
        verdict = _broken(broken)
    except Exception as error:  # noqa: BLE001 - an unforeseen outcome is ours, never the student's failure
        verdict = _broken(error)
    if obstacle is None or (verdict.status == "failed" and verdict.detail.get("findings")):
        return verdict
    return skipped(obstacle)


def _broken(error: Exception) -> Verdict:
    """What a fault of ours looks like: ungraded, and said to be ours."""
    words = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
    message = f"This check could not be graded, and that is not your fault: {words}."
    return Verdict(status="broken", earned=None, message=message, detail={"witness": "grader"})


def _report(run: Run, ledger: Ledger, submission: Source, seconds: float, workshop: Workshop) -> Report:
    """The report over all results."""
    results = tuple(ledger.results)
    unsettled = [result for result in results if result.status in ("pending", "broken")]
    score = sum(result.score or 0.0 for result in results)
    most = sum(result.max_score for result in results)
    pending = sum(result.max_score for result in unsettled)
    exercise = run.exercise
    return Report(
        exercise=exercise.slug,
        number=exercise.number,
        title=exercise.title,
        submission=SubmissionMark(name=submission.name, sha256=hashlib.sha256(submission.data).hexdigest()),
        attempted=attempted(submission, exercise),
        status=_status(results),
        score=round(score, 6),
        pending_score=round(pending, 6),
        max_score=round(most, 6),
        checks=results,
        checklist=checklist(results),
        environment=_environment(run, workshop),
        seed=run.seed,
        seconds=round(seconds, 3),
    )


def _status(results: tuple[CheckResult, ...]) -> Literal["passed", "failed", "pending", "broken"]:
    """What the whole comes to: broken over failed over pending over passed."""
    found = {result.status for result in results}
    if "broken" in found:
        return "broken"
    if found & {"failed", "skipped"}:
        return "failed"
    return "pending" if "pending" in found else "passed"


def _environment(run: Run, workshop: Workshop) -> Environment:
    """What the submission was graded with, as far as a worker could tell."""
    loaded = run.opening if isinstance(run.opening, Loaded) else None
    return Environment(
        python=loaded.python if loaded else "",
        jax=loaded.jax if loaded else "",
        jaxlib=loaded.jaxlib if loaded else "",
        platform=loaded.platform if loaded else "",
        device=loaded.device if loaded else "",
        isolation=workshop.promised.name,
        isolation_lacks=workshop.promised.lacks,
        cores=os.cpu_count() or 1,
    )


def _program(run: Run, case: Case) -> Program:
    """The program that one case is traced into."""
    answer = run.submission.ask(Trace(arguments=run.arguments(case)))
    if isinstance(answer, Raised | Ended):
        return Program(case=case.name, traced=None, message=run.explain(answer).message)
    return Program(case=case.name, traced=answer if isinstance(answer, Traced) else None)
