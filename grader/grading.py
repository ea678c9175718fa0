"""The spine: a submission and an exercise in, a report out."""

from __future__ import annotations

import hashlib
import os
import time
from typing import TYPE_CHECKING

import msgspec

from grader.checklist import checklist
from grader.course import attempted, fingerprint
from grader.judging import judged
from grader.model import platforms
from grader.model.answers import Ended, Loaded, Raised, Traced
from grader.model.questions import Trace
from grader.model.report import Environment, Report, SubmissionMark
from grader.runs import Runs
from grader.sandbox.tiers import stricter
from grader.sandbox.workshop import Workshop
from grader.settling import Ledger, total, unreached

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grader.inquiry import Run
    from grader.model.check import Worker
    from grader.model.exercise import Case, Course, Exercise, Source
    from grader.model.report import CheckResult
    from grader.sandbox.remembering import Memory
    from grader.sandbox.server import Loan

__all__ = ["Observation", "Program", "environment", "grade", "observe", "reports", "workshop"]


class Program(msgspec.Struct, frozen=True, kw_only=True):
    """What one case is traced into: the program, or why there is none."""

    case: str
    traced: Traced | None
    message: str = ""


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """A submission explained rather than marked: its report, and the program of each visible case."""

    report: Report
    programs: tuple[Program, ...]


def workshop(
    *, device: str = "", course: Course | None = None, require_isolation: str = "", loan: Loan | None = None
) -> Workshop:
    """Returns a workshop, which starts at once: use it as a context, so that nothing of it is left behind.

    What the course says of isolation binds here, for whoever grades what others handed in. ``loan`` is a fork server to
    share, in place of one of its own.
    """
    required = stricter(require_isolation, course.isolation if course else "")
    device = device or (course.accelerator if course else "cpu")
    return Workshop(device=device, require_isolation=required, loan=loan)


def grade(
    submission: Source,
    exercise: Exercise,
    *,
    workshop: Workshop,
    course: Course | None = None,
    seed: str = "",
    only: tuple[str, ...] = (),
    progress: Callable[[str], None] = lambda _: None,
    reference: Worker | Memory | None = None,
    timed: bool = True,
) -> Report:
    """Grades one submission. ``only`` names the checks to judge (all where there are none).

    ``seed`` replays an earlier run (32 hexadecimal digits); ``reference`` stands in for the solution's worker, or is
    what the solution answered in other runs with this seed. Not ``timed``, what rests on time stays pending.
    Never raises for what a submission does; a fault of ours is a check that is ``broken``. Raises UnknownSeedError
    where a released course knows nothing of the seed.
    """
    started = time.monotonic()
    ledger = Ledger(submission.lines)
    checks = [check for check in exercise.judged if not only or check.name in only]
    with Runs(submission, exercise, workshop, course, seed, reference) as runs:
        for _ in judged(runs.of(checks), checks, ledger, progress, timed=timed):
            pass
        return _report(runs, ledger.results, time.monotonic() - started)


def reports(
    submission: Source, exercise: Exercise, *, workshop: Workshop, course: Course
) -> Iterator[tuple[Report, tuple[str, ...]]]:
    """Grades a submission and yields its report as it is after each check, with the names of those not reached.

    Those are pending in it; the last report is the whole one. Raises nothing that ``grade`` does not.
    """
    started = time.monotonic()
    ledger = Ledger(submission.lines)
    with Runs(submission, exercise, workshop, course) as runs:
        for _, left in judged(runs.of(exercise.judged), exercise.judged, ledger, lambda _: None, timed=True):
            results = [*ledger.results, *map(unreached, left)]
            yield _report(runs, results, time.monotonic() - started), tuple(check.name for check in left)


def observe(
    submission: Source,
    exercise: Exercise,
    *,
    workshop: Workshop,
    course: Course | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Observation:
    """Grades a submission and traces it once more for each visible case, for ``grade explain``."""
    started = time.monotonic()
    ledger = Ledger(submission.lines)
    programs: list[Program] = []
    with Runs(submission, exercise, workshop, course) as runs:
        for run, left in judged(runs.of(exercise.judged), exercise.judged, ledger, progress, timed=True):
            done = not left or left[0].of != run.exercise.of
            if done and isinstance(run.opening, Loaded) and run.exercise.signature.called:
                progress("tracing")
                programs += [_program(run, case) for case in run.exercise.cases if not case.hidden]
        report = _report(runs, ledger.results, time.monotonic() - started)
    return Observation(report=report, programs=tuple(programs))


def _report(runs: Runs, found: Sequence[CheckResult], seconds: float) -> Report:
    """The report over all results."""
    results = tuple(found)
    sum_ = total(results)
    exercise, submission = runs.exercise, runs.submission
    return Report(
        exercise=exercise.slug,
        number=exercise.number,
        title=exercise.title,
        submission=SubmissionMark(name=submission.name, sha256=hashlib.sha256(submission.data).hexdigest()),
        attempted=attempted(submission, exercise),
        status=sum_.status,
        score=sum_.score,
        pending_score=sum_.pending_score,
        max_score=sum_.max_score,
        checks=results,
        checklist=checklist(results),
        environment=environment(runs),
        seed=runs.seed,
        seconds=round(seconds, 3),
        exercise_digest=fingerprint(exercise),
    )


def environment(runs: Runs) -> Environment:
    """What the submission was graded with, as far as a worker could tell: the reference's, where it loads."""
    loaded, workshop = runs.latest.told, runs.workshop
    return Environment(
        python=loaded.python if loaded else "",
        jax=loaded.jax if loaded else "",
        jaxlib=loaded.jaxlib if loaded else "",
        platform=platforms.name_of(loaded.platform) if loaded else "",
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
