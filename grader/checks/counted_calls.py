"""The calls of a recompiles check as they were made: what each compiled, as the worker and as XLA's own log tell."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import msgspec

from grader.checks.argument_types import evaluates_fixtures
from grader.checks.recompile_causes import Row
from grader.model.answers import Counted, Ended, Raised
from grader.model.check import Broken
from grader.model.incidents import AheadOfTime
from grader.model.questions import Arguments, Canary, Count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model.check import Inquiry, Worker
    from grader.model.exercise import Case

__all__ = ["CountedCalls", "counted_calls"]


class CountedCalls(msgspec.Struct, frozen=True, kw_only=True):
    """The calls as they were counted: rows of the worker's, ``xla`` as XLA numbered them, changed settings.

    ``doubted`` are the calls that admit no compilation and took as long as one by the grader's clock. ``silenced``
    tells that XLA's log fell silent, ``warmed`` that what the calls need was compiled by trials while loading.
    """

    rows: tuple[Row, ...]
    arguments: tuple[Arguments, ...]
    config: tuple[str, ...]
    xla: int | None
    doubted: tuple[int, ...]
    silenced: bool = False
    warmed: bool = False

    @property
    def jits(self) -> bool:
        """Whether some jitted function was compiled."""
        return any(row.kind == "jit" for row in self.rows)

    @property
    def distrusted(self) -> str:
        """Why the worker's count cannot be believed; empty where it can, or where XLA's log is not to be had."""
        if self.silenced:
            return "XLA's log of compilations fell silent, so they cannot be counted."
        # What a fixture compiles while it makes an argument is in XLA's log, and not the call's.
        if self.xla is None or any(map(evaluates_fixtures, self.arguments)) or self.xla <= len(self.rows):
            return ""
        programs = "1 program" if self.xla == 1 else f"{self.xla} programs"
        return (
            f"XLA compiled {programs} during the calls, more than the {len(self.rows)} that the submission's process "
            "admits."
        )


def counted_calls(
    inquiry: Inquiry, worker: Worker, calls: Sequence[Case], fixture: str
) -> CountedCalls | Raised | Ended:
    """Makes the calls one at a time; what ended the first call that ended badly."""
    before = worker.log.called()
    rows: list[Row] = []
    drawn: list[Arguments] = []
    config: dict[str, None] = {}
    idle: dict[int, float] = {}
    for number, case in enumerate(calls, 1):
        drawn.append(inquiry.arguments(case))
        answer = worker.ask(Count(arguments=drawn[-1], fixture=fixture))
        if isinstance(answer, Raised | Ended):
            return answer
        if not isinstance(answer, Counted):
            raise Broken(f"a question to count was answered by {type(answer).__name__}")
        if isinstance(answer.outcome, Raised):
            return answer.outcome
        if not answer.compilations:
            idle[number] = worker.spent
        config.update(dict.fromkeys(answer.config))
        rows += [
            Row(call=number, line=one.line, program=one.program, kind=one.kind, causes=one.causes)
            for one in answer.compilations
        ]
    # A log that is silent for this file only was silenced while it loaded.
    hushed = before is None and inquiry.starter.log.called() is not None
    after = None if before is None else worker.log.called()
    if before is not None and after is None:
        # Gone, or only its log? The canary that was not seen may have found no worker any more.
        probe = worker.ask(Canary(name=f"canary_{secrets.token_hex(8)}"))
        if isinstance(probe, Ended):
            return probe
    jits = any(row.kind == "jit" for row in rows)
    return CountedCalls(
        rows=tuple(rows),
        arguments=tuple(drawn),
        config=tuple(config),
        doubted=tuple(number for number, spent in idle.items() if spent >= worker.log.cost),
        xla=None if before is None or after is None else after - before - 1,
        warmed=not jits and _warmed(inquiry, worker, Count(arguments=drawn[0], fixture=fixture, cleared=True)),
        silenced=hushed or (before is not None and after is None),
    )


def _warmed(inquiry: Inquiry, worker: Worker, first: Count) -> bool:
    """Whether calls compile nothing because the file's own trials at loading did it before them.

    What was jitted while loading need not be what is called: with its caches cleared, the first call must compile
    it again. What was compiled ahead of time outlives that.
    """
    jitted = [one for one in inquiry.loaded.compilations if one.kind == "jit"]
    if not jitted or inquiry.loaded.jitted or inquiry.exercise.jit != "submission":
        return False
    if any(isinstance(cause, AheadOfTime) for one in jitted for cause in one.causes):
        return True
    again = worker.ask(first)
    return isinstance(again, Counted) and any(one.kind == "jit" for one in again.compilations)
