"""Results of a batch, made by hand."""

from datetime import UTC, datetime

import msgspec
import pytest

from grader.batch.nouns import Graded, Submission
from grader.model.report import CheckResult, Environment, Report, SubmissionMark

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def _check(name="correctness", status="passed", score=10.0, most=10.0, message="", **detail):
    return CheckResult(
        name=name,
        title=name.title(),
        status=status,
        score=None if status in ("pending", "broken") else score,
        max_score=most,
        message=message,
        detail={"kind": name, "witness": "grader", **detail},
    )


def _graded(student="ada", exercise="03_abs_static", *, batch="b1", sha256="aa", digest="e1", checks=None, **more):
    checks = tuple(checks if checks is not None else [_check()])
    found = {check.status for check in checks}
    order = ("broken", "failed", "pending")
    status = next((one for one in order if one in found), "passed")
    number, _, slug = exercise.partition("_")
    report = Report(
        exercise=slug,
        number=int(number),
        title=slug.title(),
        submission=SubmissionMark(name="exercise.py", sha256=sha256),
        attempted=True,
        status=status,
        score=sum(check.score or 0.0 for check in checks),
        pending_score=sum(check.max_score for check in checks if check.score is None),
        max_score=sum(check.max_score for check in checks),
        checks=checks,
        checklist=(),
        environment=Environment(
            python="3.13",
            jax="0.12",
            jaxlib="0.12",
            platform="cpu",
            device="cpu",
            isolation="limits",
            isolation_lacks=(),
            cores=2,
        ),
        seed="0" * 32,
        seconds=0.5,
        exercise_digest=digest,
    )
    submission = Submission(student=student, exercise=exercise, path=f"/in/{student}.py", sha256=sha256, **more)
    return Graded(batch=batch, at=NOON, submission=submission, report=report)


@pytest.fixture
def check():
    """Makes the result of a check."""
    return _check


@pytest.fixture
def graded():
    """Makes the result of a submission; its points are those of its checks."""
    return _graded


@pytest.fixture
def a_result(a_report):
    """Makes anna's result, exercise 3 passed, for tables; what is given and no submission has is the report's."""

    def make(student="anna", exercise="03_abs_static", **given):
        fields = {name: given.pop(name) for name in Submission.__struct_fields__ if name in given}
        number, _, slug = exercise.partition("_")
        usual = {"path": f"/in/{student}.py", "sha256": "ab" * 32}
        submission = Submission(student=student, exercise=exercise, **{**usual, **fields})
        report = a_report(**{"exercise": slug, "number": int(number), **given})
        return Graded(batch="b", at=NOON, submission=submission, report=report)

    return make


@pytest.fixture
def a_file(tmp_path):
    """Writes a results file of these results."""

    def write(name, results):
        path = tmp_path / name
        path.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in results))
        return path

    return write
