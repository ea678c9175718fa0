"""The report: one frozen tree, written as JSON, from which every other format is rendered."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from grader.model.check import Status

__all__ = ["SCHEMA", "CheckResult", "ChecklistAnswer", "Environment", "LaterRun", "Report", "SubmissionMark"]

SCHEMA = "jitgrade/report/1"


class CheckResult(msgspec.Struct, frozen=True, kw_only=True):
    """One check's result. ``score`` is None while it is pending or broken."""

    name: str
    title: str
    status: Status
    score: float | None
    max_score: float
    message: str = ""
    line: int | None = None
    hint: str = ""
    detail: dict[str, Any] = {}


class ChecklistAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """One of the lesson's five questions: its answer in a sentence, whether that is good (None: not seen), and why."""

    item: str
    answer: str
    good: bool | None
    why: str


class Environment(msgspec.Struct, frozen=True, kw_only=True):
    """What the submission was graded with."""

    python: str
    jax: str
    jaxlib: str
    platform: str
    device: str
    isolation: str
    isolation_lacks: tuple[str, ...]
    cores: int


class SubmissionMark(msgspec.Struct, frozen=True, kw_only=True):
    """Which file was graded."""

    name: str
    sha256: str


class LaterRun(msgspec.Struct, frozen=True, kw_only=True):
    """A run that judged some checks again because they were pending: which, where, with which seed of its own."""

    checks: tuple[str, ...]
    environment: Environment
    seed: str
    seconds: float


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """One submission against one exercise. ``score`` sums the settled checks, ``pending_score`` what may come.

    ``later`` are runs that finished pending checks. ``exercise_digest`` stands for all by which it was graded, and
    ``digest`` is what a grader knows its own reports by: written as JSON, both are HMAC-SHA256 under its key.
    """

    schema: str = SCHEMA
    exercise: str
    number: int
    title: str
    submission: SubmissionMark
    attempted: bool
    status: Literal["passed", "failed", "pending", "broken"]
    score: float
    pending_score: float
    max_score: float
    checks: tuple[CheckResult, ...]
    checklist: tuple[ChecklistAnswer, ...]
    environment: Environment
    seed: str
    seconds: float
    exercise_digest: str = ""
    later: tuple[LaterRun, ...] = ()
    digest: str = ""
