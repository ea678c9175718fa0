"""The report of a submission of which nothing was run: it could not be read, we failed, or its turn has not come."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, Literal

from grader.checklist import checklist
from grader.course import fingerprint
from grader.model.check import Verdict
from grader.model.report import Environment, Report, SubmissionMark
from grader.prelude import PRELUDE
from grader.settling import Ledger, skipped, total

if TYPE_CHECKING:
    from grader.model.exercise import Exercise

__all__ = ["unread"]


def unread(
    name: str, message: str, exercise: Exercise, *, way: Literal["failed", "broken", "pending"] = "failed"
) -> Report:
    """Returns a report in which the file does not load, for a reason in words, and no check was looked at.

    ``way`` tells whose fault that is: the submission ``failed``, the grader is ``broken`` and nothing is marked, or it
    is nobody's, and all of it is still ``pending``.
    """
    ledger = Ledger()
    earned = 0.0 if way == "failed" else None
    verdict = Verdict(status=way, earned=earned, message=message, detail={"witness": "grader"})
    ledger.enter(name="loads", title=PRELUDE["loads"], kind="loads", points=0.0, verdict=verdict)
    for check in exercise.judged:
        ledger.settle(check, skipped(way, loads=way != "failed"))
    results = tuple(ledger.results)
    sums = total(results)
    return Report(
        exercise=exercise.slug,
        number=exercise.number,
        title=exercise.title,
        submission=SubmissionMark(name=name, sha256=hashlib.sha256(b"").hexdigest()),
        attempted=True,
        status=sums.status,
        score=sums.score,
        pending_score=sums.pending_score,
        max_score=sums.max_score,
        checks=results,
        checklist=checklist(results),
        environment=Environment(
            python="",
            jax="",
            jaxlib="",
            platform="",
            device="",
            isolation="",
            isolation_lacks=(),
            cores=os.cpu_count() or 1,
        ),
        seed="",
        seconds=0.0,
        exercise_digest=fingerprint(exercise),
    )
