"""Results made by hand: right, wrong, pending, broken, without a file, with hidden cases, of several exercises."""

from __future__ import annotations

from typing import Any

import msgspec

from grader.lms.result import Graded, Result
from grader.model.exercise import Source
from grader.model.report import CheckResult, Environment, Report, SubmissionMark
from tests.reports.conftest import PAIRS, SIZES

__all__ = [
    "CASES",
    "FAILED",
    "FAST",
    "LATER",
    "LOADS",
    "SOURCE",
    "broken",
    "check",
    "graded",
    "hidden",
    "partly_broken",
    "pending",
    "report",
    "result",
    "right",
    "several",
    "unbegun",
    "wrong",
]

SOURCE = Source(name="exercise3.py", data=b"import jax\n\n\ndef f(x):\n    return x + 1  # <b>\n")
SPEED = {"kind": "speedup", "ratio": 123.456, "pairs": PAIRS, "sizes": SIZES, "platform": "cpu"}
CASES = [
    {"name": "one", "hidden": False, "status": "passed", "score": 2.0, "max_score": 2.0, "message": ""},
    {"name": "two", "hidden": True, "status": "failed", "score": 0.0, "max_score": 2.0, "message": "It differs."},
]


def check(**given: Any) -> CheckResult:
    """A check; what is not said is passed, with four points."""
    usual = {"name": "values", "title": "Right results", "status": "passed", "score": 4.0, "max_score": 4.0}
    return CheckResult(**{**usual, **given})


def report(*checks: CheckResult, **given: Any) -> Report:
    """A report of these checks, with what they come to."""
    found = {one.status for one in checks}
    open_ = [one.max_score for one in checks if one.status in ("pending", "broken")]
    ways = [way for way in ("broken", "failed", "pending", "passed") if way in found]
    usual: dict[str, Any] = {
        "exercise": "abs_static",
        "number": 3,
        "title": "Absolute value",
        "submission": SubmissionMark(name="exercise3.py", sha256="ab" * 32),
        "attempted": True,
        "status": ways[0] if ways else "passed",
        "score": sum(one.score or 0.0 for one in checks),
        "pending_score": sum(open_),
        "max_score": sum(one.max_score for one in checks),
        "checks": checks,
        "checklist": (),
        "environment": Environment(
            python="3.13.1",
            jax="0.12.0",
            jaxlib="0.12.0",
            platform="cpu",
            device="cpu",
            isolation="landlock",
            isolation_lacks=(),
            cores=2,
        ),
        "seed": "5e" * 16,
        "seconds": 1.25,
    }
    return Report(**{**usual, **given})


def graded(*checks: CheckResult, **given: Any) -> Graded:
    """An exercise with these checks."""
    return Graded(report=report(*checks), source=SOURCE, **given)


def result(*checks: CheckResult, **given: Any) -> Result:
    """The result of one exercise with these checks."""
    return Result(exercises=(graded(*checks),), **{"seconds": 2.5, **given})


LOADS = check(name="loads", title="The file loads", score=0.0, max_score=0.0)
FAILED = check(
    status="failed",
    score=1.5,
    message="Case `one` gives 2, *not* <1>.",
    line=5,
    hint="Look at `abs`.",
    detail={"link": "https://docs.jax.dev/en/latest/"},
)
FAST = check(name="speed", title="Speed", score=2.0, max_score=2.0, detail=SPEED)
LATER = check(name="speed", title="Speed", status="pending", score=None, max_score=2.0, detail=SPEED)
SKIPPED = check(name="speed", title="Speed", status="skipped", score=0.0, max_score=2.0, detail={"kind": "speedup"})
OURS = check(name="speed", title="Speed", status="broken", score=None, max_score=2.0, message="The reference fails.")


def right() -> Result:
    """Everything passed: 6 of 6 points."""
    return result(LOADS, check(), FAST)


def wrong() -> Result:
    """1.5 of 6 points, and one check not looked at."""
    return result(LOADS, FAILED, SKIPPED)


def pending() -> Result:
    """4 of 6 points, 2 to come."""
    return result(LOADS, check(), LATER, note="2 of 3 checks were graded; the rest ran out of time.")


def broken() -> Result:
    """One check is our fault."""
    return result(LOADS, check(), OURS)


def partly_broken() -> Result:
    """Two exercises: 1.5 of 4 points, and one at which we failed."""
    ours = msgspec.structs.replace(report(LOADS, check(), OURS), exercise="armijo", number=1, title="Armijo")
    return Result(exercises=(graded(FAILED), Graded(report=ours, source=SOURCE)), seconds=2.5)


def unbegun() -> Result:
    """Two exercises: 4 of 4 points, and one for which nothing was handed in, so that nothing was run."""
    nothing = Environment(
        python="", jax="", jaxlib="", platform="", device="", isolation="", isolation_lacks=(), cores=2
    )
    missing = check(name="loads", title="The file loads", status="failed", score=0.0, max_score=0.0)
    left = report(missing, SKIPPED, exercise="armijo", number=1, environment=nothing, seed="", seconds=0.0)
    return Result(exercises=(graded(check()), Graded(report=left)), seconds=2.5)


def hidden() -> Result:
    """2 of 4 points: a visible case is right, a hidden one is wrong."""
    return result(check(status="failed", score=2.0, message="Hidden case `two`: It differs.", detail={"cases": CASES}))


def several() -> Result:
    """Two exercises with checks of the same names: 4 of 4 points, and 1.5 of 4 that count double."""
    second = msgspec.structs.replace(report(FAILED), exercise="armijo", number=1, title="Armijo")
    return Result(exercises=(graded(check()), Graded(report=second, source=SOURCE, weight=2.0)), seconds=2.5)
